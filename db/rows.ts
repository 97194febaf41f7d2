import {
  sql,
  type AliasableExpression,
  type Insertable,
  type InsertObject,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  type Updateable,
} from 'kysely';
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

/** Returns false, and inserts nothing, if a row with this key exists. */
export async function insertRowIfNew<Table extends keyof Schema>(
  tx: Db,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<boolean> {
  const insertion = tx.insertInto(table).values(row as InsertObject<Schema, Table>);
  const result = await insertion.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Inserts a row, also instead of one with the same key. */
export async function replaceRow<Table extends keyof Schema>(
  tx: Db,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<void> {
  await tx
    .replaceInto(table)
    .values(row as InsertObject<Schema, Table>)
    .execute();
}

/** The columns of a row with these values, or with one of a list; null matches NULL. */
type Match<Table extends keyof Schema> = {
  [Column in keyof Selectable<Schema[Table]>]?:
    Selectable<Schema[Table]>[Column] | readonly Selectable<Schema[Table]>[Column][];
};

export async function findRow<Table extends keyof Schema>(
  db: Db,
  table: Table,
  match: Match<Table>,
): Promise<Selectable<Schema[Table]> | undefined> {
  const query = sql<Selectable<Schema[Table]>>`
    SELECT * FROM ${sql.table(table)} WHERE ${buildCondition(match)} LIMIT 1`;
  return (await query.execute(db)).rows[0];
}

/** Returns the rows in the order in which they were inserted. Throws for a table without row ids. */
export async function listRows<Table extends keyof Schema>(
  db: Db,
  table: Table,
  match: Match<Table>,
): Promise<Selectable<Schema[Table]>[]> {
  const query = sql<Selectable<Schema[Table]>>`
    SELECT * FROM ${sql.table(table)} WHERE ${buildCondition(match)} ORDER BY rowid`;
  return (await query.execute(db)).rows;
}

/** Returns how many rows it changed. */
export async function updateRows<Table extends keyof Schema>(
  tx: Db,
  table: Table,
  match: Match<Table>,
  change: Updateable<Schema[Table]>,
): Promise<number> {
  const update = tx.updateTable<keyof Schema>(table).set(change).where(buildCondition(match));
  return Number((await update.executeTakeFirst()).numUpdatedRows);
}

/** Returns how many rows it deleted. */
export async function deleteRows<Table extends keyof Schema>(
  tx: Db,
  table: Table,
  match: Match<Table>,
): Promise<number> {
  const deletion = tx.deleteFrom<keyof Schema>(table).where(buildCondition(match));
  return Number((await deletion.executeTakeFirst()).numDeletedRows);
}

function buildCondition(match: object): RawBuilder<SqlBool> {
  const comparisons = Object.entries(match).map(([column, value]) => {
    if (Array.isArray(value)) return sql`${sql.ref(column)} IN (${sql.join(value)})`;
    return value === null ? sql`${sql.ref(column)} IS NULL` : sql`${sql.ref(column)} = ${value}`;
  });
  return sql`${sql.join(comparisons, sql` AND `)}`;
}

/** Returns the highest id of a table, 0 without rows. */
export async function findLastId(
  db: Db,
  table: 'contact_submissions' | 'messages',
): Promise<number> {
  const ids = db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1);
  return (await ids.executeTakeFirst())?.id ?? 0;
}

export async function countRows(db: Db, query: AliasableExpression<object>): Promise<number> {
  const { total } = await db
    .selectFrom(query.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Deletes rows with a time before the cutoff, which is epoch ms or ISO 8601 UTC, like the column, and returns how many.
 */
export async function deleteRowsBefore(
  tx: Db,
  table: keyof Schema,
  column: string,
  cutoff: number | string,
): Promise<number> {
  const deletion = sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${cutoff}`;
  return Number((await deletion.execute(tx)).numAffectedRows);
}
