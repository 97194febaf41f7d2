import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { sumAuditCounts } from '#db/audit.ts';
import { type CursorRange, pageStart, readPage } from '#db/cursor.ts';
import { database } from '#db/database.server.ts';
import type { Quarantined } from '#db/schema.ts';
import { fileNamesOf } from '#db/attachments.ts';
import { countQuarantine, listQuarantine } from '#db/quarantine.ts';
import { aboutProject } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import { projectTypeIn } from '#app/content/texts/contact.server.ts';
import { athensText } from '#app/domain/athens-time.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { pageParameters, searchParameter } from '#app/domain/desk/desk-filter.server.ts';
import { DESK } from '#app/domain/limits.ts';

/** What the page of messages set aside shows, as its address says it. */
export type QuarantineView = z.infer<typeof quarantineAddress>;
const quarantineAddress = z.object({ search: searchParameter, ...pageParameters });

export type QuarantinePage = Awaited<ReturnType<typeof readQuarantine>>;

const BATCH = 500;

/** The page of what is set aside that an address asks for, newest first, as the desk shows it. */
export async function readQuarantine(
  params: URLSearchParams,
  language: Language,
  now = Date.now(),
) {
  const view = quarantineAddress.parse(Object.fromEntries(params));
  const { rows, newer, older } = await readPage(pageStart(view), DESK.quarantinePageRows, (range) =>
    find(view.search, range),
  );
  const ids = rows.map(({ id }) => id);
  const files = await fileNamesOf(database(), ids, 'quarantine_id');
  return {
    view,
    items: rows.map((row) => ({ ...shown(row, language), files: files.get(row.id) ?? [] })),
    newer,
    older,
    total: await countQuarantine(database()),
    notKept: await countNotKept(now),
  };
}

/**
 * Reads rows of a range until enough of them hold every word. There are never more than
 * DESK.quarantineRows: an index of their words would cost more than it saves.
 */
async function find(search: string, range: CursorRange): Promise<Quarantined[]> {
  const words = folded(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return listQuarantine(database(), range);
  const { limit = Infinity } = range;
  const found: Quarantined[] = [];
  for (let rest = { ...range, limit: BATCH }, more = true; more; await nextTurn()) {
    const batch = await listQuarantine(database(), rest);
    found.push(...batch.filter((row) => holdsAll(row, words)));
    more = batch.length === BATCH && found.length < limit;
    rest = { ...rest, [range.order === 'newest' ? 'before' : 'after']: batch.at(-1) };
  }
  return found.slice(0, limit);
}

function holdsAll(row: Quarantined, words: readonly string[]): boolean {
  const { full_name, email, phone, company, message } = row;
  const text = folded([full_name, email, phone, company, message].join('\n'));
  return words.every((word) => text.includes(word));
}

/** Without accents and case, in one form of sigma: as the search of the list finds words. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

async function countNotKept(now: number): Promise<number> {
  const since = new Date(now - DESK.quarantineDays * DAY).toISOString();
  const sums = await sumAuditCounts(database(), since);
  return sums.find(({ event }) => event === 'quarantine.full')?.count ?? 0;
}

function shown(row: Quarantined, language: Language) {
  const { id, created_at, email, phone, company, message, reason } = row;
  return {
    id,
    created_at,
    email,
    phone,
    company,
    message,
    reason,
    name: row.full_name,
    time: athensText(created_at, language),
    project: projectTypeIn(language, row.project),
    about: aboutProject(row.about_project, language),
  };
}
