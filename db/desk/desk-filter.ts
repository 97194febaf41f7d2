import type { StoredLanguage } from '#db/language.ts';
import type { Status } from '#db/status.ts';

/** What the desk looks at: instants are ISO 8601 UTC, `from` included, `to` not. */
export interface DeskFilter {
  status?: Status | undefined;
  text?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The admins of whom one has it; with null among them also what nobody has. */
  holders?: readonly (number | null)[] | undefined;
  /** The follow-up day is this one (ISO) or an earlier one. */
  dueBy?: string | undefined;
  language?: StoredLanguage | undefined;
}
