import type { Db } from './database.server.ts';
import type { Milestone } from './schema.ts';

/** Stores that a milestone is reached now. Keeps the earlier time if it was reached before. */
export async function insertMilestoneIfNew(tx: Db, name: Milestone): Promise<void> {
  const milestone = { name, reached_at: new Date().toISOString() };
  await tx
    .insertInto('milestones')
    .values(milestone)
    .onConflict((row) => row.doNothing())
    .execute();
}

export async function listMilestones(db: Db): Promise<Set<Milestone>> {
  const rows = await db.selectFrom('milestones').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}
