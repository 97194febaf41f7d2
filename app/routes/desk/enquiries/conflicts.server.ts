// Says that nothing was changed, because a colleague had changed the same field before.
import type { Language } from '#app/content/language.ts';
import {
  assignmentErrors,
  deskErrors,
  statusConflicts,
  statusLabels,
} from '#app/content/texts/enquiry.server.ts';
import { readAdminName, readAdminNames } from '#app/domain/accounts/admin-names.server.ts';
import { formatAthensDateTime, formatShortDay } from '#app/domain/clock.server.ts';
import type { ChangeConflict } from '#app/domain/desk/enquiry-changes.server.ts';

/** Names the current status, and who set it and when if that is recorded. */
export async function presentStatusConflict(
  { value, by, at }: ChangeConflict<'status'>,
  language: Language,
): Promise<string> {
  const { changed, isNow } = statusConflicts[language];
  const status = statusLabels[language][value];
  const nameAdmin = await readAdminNames();
  const text =
    by && at ? changed(nameAdmin(by), status, formatAthensDateTime(at, language)) : isNow(status);
  return `${text} ${deskErrors[language].nothingOverwritten}`;
}

/** Names the current assignee, if there is one, and since when if that is recorded. */
export async function presentAssignmentConflict(
  { value, at }: ChangeConflict<'assigned_to'>,
  language: Language,
): Promise<string> {
  const { hasIt, nobodyHasIt } = assignmentErrors[language];
  const assignee = value === null ? null : await readAdminName(value);
  const text = assignee ? hasIt(assignee, at && formatAthensDateTime(at, language)) : nobodyHasIt;
  return `${text} ${deskErrors[language].nothingOverwritten}`;
}

/** Names the current follow-up day, and who set it and when if that is recorded. */
export async function presentFollowUpConflict(
  { value, by, at }: ChangeConflict<'due_on'>,
  language: Language,
): Promise<string> {
  const { dayMoved, dayIs } = assignmentErrors[language];
  const day = value && formatShortDay(value, language);
  const nameAdmin = await readAdminNames();
  const text =
    by && at ? dayMoved(nameAdmin(by), day, formatAthensDateTime(at, language)) : dayIs(day);
  return `${text} ${deskErrors[language].nothingOverwritten}`;
}
