import type { AliasableExpression } from 'kysely';
import type { Db } from '#db/database.server.ts';

export async function countRows(db: Db, query: AliasableExpression<object>): Promise<number> {
  const { total } = await db
    .selectFrom(query.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
