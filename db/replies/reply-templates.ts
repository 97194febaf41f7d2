import type { Db } from '#db/database.server.ts';
import type { ReplyTemplate } from '#db/schema.ts';

/** What staff write of a template. */
export type TemplateText = Omit<ReplyTemplate, 'id' | 'version'>;

/** All templates by name. */
export function listTemplates(db: Db): Promise<ReplyTemplate[]> {
  return db.selectFrom('reply_templates').selectAll().orderBy('name').execute();
}

export function findTemplate(db: Db, id: number): Promise<ReplyTemplate | undefined> {
  return db.selectFrom('reply_templates').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findTemplateNamed(db: Db, name: string): Promise<ReplyTemplate | undefined> {
  return db.selectFrom('reply_templates').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Adds a template; returns its id. Its name must be free. */
export async function insertTemplate(tx: Db, text: TemplateText): Promise<number> {
  const insertion = tx.insertInto('reply_templates').values(text).returning('id');
  return (await insertion.executeTakeFirstOrThrow()).id;
}

/** Changes the template that still has this version; false: nothing was changed. */
export async function updateTemplate(
  tx: Db,
  { id, version }: Pick<ReplyTemplate, 'id' | 'version'>,
  text: TemplateText,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reply_templates')
    .set({ ...text, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the template that still has this version; false: nothing was deleted. */
export async function deleteTemplate(
  tx: Db,
  { id, version }: Pick<ReplyTemplate, 'id' | 'version'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reply_templates')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
