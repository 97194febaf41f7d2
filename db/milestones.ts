import type { Db } from './database.server.ts';
import type { Milestone } from './schema.ts';

export async function listMilestones(db: Db): Promise<Set<Milestone>> {
  const rows = await db.selectFrom('milestones').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}
