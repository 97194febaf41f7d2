import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import {
  type TemplateText,
  deleteTemplate,
  findTemplate,
  findTemplateNamed,
  insertTemplate,
  listTemplates,
  updateTemplate,
} from '#db/replies.ts';

/** All templates by name (DA-2). */
export function readTemplates() {
  return listTemplates(database());
}

/** Names a template as somebody saw it: another version is another text. */
export interface SeenTemplate {
  id: number;
  version: number;
}

/** What came of a change; `now` is the version that somebody else has made of it. */
export type TemplateResult =
  { kind: 'done' } | { kind: 'taken' } | { kind: 'gone' } | { kind: 'stale'; now: SeenTemplate };

interface Asking {
  admin: SignedInAdmin;
  requester: Requester;
}

/** Adds a template; the same one again is answered like the first time. */
export function addTemplate(asking: Asking, text: TemplateText): Promise<TemplateResult> {
  return inTransaction(async (tx) => {
    const namesake = await findTemplateNamed(tx, text.name);
    if (namesake) return { kind: isSame(namesake, text) ? 'done' : 'taken' };
    const template = await insertTemplate(tx, text);
    await audit(tx, asking, 'template.added', template);
    return { kind: 'done' };
  });
}

/** Changes a template unless somebody else did since it was shown: nothing is overwritten. */
export function changeTemplate(
  asking: Asking,
  seen: SeenTemplate,
  text: TemplateText,
): Promise<TemplateResult> {
  return inTransaction(async (tx) => {
    const kept = await findTemplate(tx, seen.id);
    if (!kept) return { kind: 'gone' };
    if (isSame(kept, text)) return { kind: 'done' };
    const { id, version } = kept;
    if (version !== seen.version) return { kind: 'stale', now: { id, version } };
    const namesake = await findTemplateNamed(tx, text.name);
    if (namesake && namesake.id !== seen.id) return { kind: 'taken' };
    await updateTemplate(tx, seen, text);
    await audit(tx, asking, 'template.changed', seen.id);
    return { kind: 'done' };
  });
}

/** Deletes a template; false when somebody has changed it since. No harm when it is gone already. */
export function removeTemplate(asking: Asking, seen: SeenTemplate): Promise<boolean> {
  return inTransaction(async (tx) => {
    if (!(await deleteTemplate(tx, seen))) return !(await findTemplate(tx, seen.id));
    await audit(tx, asking, 'template.deleted', seen.id);
    return true;
  });
}

function isSame(kept: TemplateText, text: TemplateText): boolean {
  return (Object.keys(text) as (keyof TemplateText)[]).every((key) => kept[key] === text[key]);
}

function audit(tx: Db, { admin, requester }: Asking, event: string, template: number) {
  return recordAudit(tx, requester, { event, adminId: admin.id, details: { template } });
}
