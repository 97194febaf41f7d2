import { sql, type AliasableExpression, type Insertable, type InsertObject } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Schema } from '#db/schema.ts';

// Queries for the rows of any table.

/** Returns the id of the row. In a table without ids the number means nothing. */
export async function insertRow<Table extends keyof Schema>(
  tx: Db,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<number> {
  const insertion = tx.insertInto(table).values(row as InsertObject<Schema, Table>);
  return Number((await insertion.executeTakeFirst()).insertId);
}

export async function countRows(db: Db, query: AliasableExpression<object>): Promise<number> {
  const { total } = await db
    .selectFrom(query.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Deletes rows with a time before the cutoff, which is epoch ms or ISO 8601 UTC, like the column. */
export async function deleteRowsBefore(
  tx: Db,
  table: keyof Schema,
  column: string,
  cutoff: number | string,
): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${cutoff}`.execute(tx);
}
