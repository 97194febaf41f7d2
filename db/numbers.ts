import type { Db } from './database.server.ts';
import { answersTo } from './replies.ts';

export interface DayRange {
  from: string;
  to: string;
}

export type CountedEnquiry = Awaited<ReturnType<typeof readCountedEnquiries>>[number];

/**
 * The enquiries from one instant until before another (ISO 8601 UTC), the oldest first. Instants
 * without a zone sort before the same ones as other programs may write them, with Z or with .000Z.
 */
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
