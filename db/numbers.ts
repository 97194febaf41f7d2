import type { Db } from './database.server.ts';
import { answersTo } from './replies.ts';

export interface DayRange {
  from: string;
  to: string;
}

export type CountedEnquiry = Awaited<ReturnType<typeof readCountedEnquiries>>[number];

/** ISO 8601 UTC; without a zone they sort before the same instants written with Z or with .000Z. */
export function readCountedEnquiries(db: Db, from: string, until: string) {
  return db
    .selectFrom('contact_submissions')
    .select((e) => [
      'created_at',
      'project',
      'language',
      answersTo(e)
        .select(({ fn }) => fn.min<string | null>('replies.created_at').as('at'))
        .as('answered_at'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .orderBy('created_at')
    .execute();
}
