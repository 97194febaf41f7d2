import { setImmediate as nextTurn } from 'node:timers/promises';
import { sumAuditCounts } from '#db/audit.ts';
import { database } from '#db/database.server.ts';
import type { Quarantined } from '#db/desk-schema.ts';
import { fileNamesOf } from '#db/enquiries/attachments.ts';
import { type QuarantineRange, countQuarantine, listQuarantine } from '#db/enquiries/quarantine.ts';
import { aboutProject } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import { projectTypeIn } from '#app/content/texts/contact.server.ts';
import { athensText } from '#app/domain/athens-time.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { DESK } from '#app/domain/limits.ts';
import type { QuarantineView } from './quarantine-view.ts';

const BATCH = 500;

/** What readQuarantine() gives. */
export type QuarantinePage = Awaited<ReturnType<typeof readQuarantine>>;
export type QuarantinedItem = QuarantinePage['items'][number];

/** A page of what is set aside, the newest first, as the desk shows it. */
export async function readQuarantine(view: QuarantineView, language: Language, now = Date.now()) {
  const { rows, hasNewer, hasOlder } = await readPage(view);
  const ids = rows.map(({ id }) => id);
  const files = await fileNamesOf(database(), ids, 'quarantine_id');
  return {
    items: rows.map((row) => ({ ...shown(row, language), files: files.get(row.id) ?? [] })),
    newer: hasNewer ? String(rows[0]?.id ?? '') : null,
    older: hasOlder ? String(rows.at(-1)?.id ?? '') : null,
    total: await countQuarantine(database()),
    notKept: await countNotKept(now),
  };
}

interface Page {
  rows: Quarantined[];
  hasNewer: boolean;
  hasOlder: boolean;
}

async function readPage({ search, before, after }: QuarantineView): Promise<Page> {
  const limit = DESK.quarantinePageRows;
  if (after === '') {
    const start = before === '' ? undefined : Number(before);
    const rows = await find(search, { before: start, order: 'newest', limit: limit + 1 });
    return { rows: rows.slice(0, limit), hasNewer: before !== '', hasOlder: rows.length > limit };
  }
  const rows = await find(search, { after: Number(after), order: 'oldest', limit: limit + 1 });
  // Too near the top for a whole page of newer ones: the first page has them all.
  if (rows.length <= limit) return readPage({ search, before: '', after: '' });
  return { rows: rows.slice(0, limit).reverse(), hasNewer: true, hasOlder: true };
}

/**
 * Reads through the rows of a stretch until enough of them hold every word. There are never more
 * than DESK.quarantineRows: an index of their words would cost more than it saves.
 */
async function find(search: string, stretch: QuarantineRange): Promise<Quarantined[]> {
  const words = folded(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return listQuarantine(database(), stretch);
  const found: Quarantined[] = [];
  for (let rest = { ...stretch, limit: BATCH }; ; await nextTurn()) {
    const batch = await listQuarantine(database(), rest);
    found.push(...batch.filter((row) => holdsAll(row, words)));
    const last = batch.at(-1);
    if (!last || batch.length < BATCH || found.length >= stretch.limit) break;
    rest = { ...rest, [stretch.order === 'newest' ? 'before' : 'after']: last.id };
  }
  return found.slice(0, stretch.limit);
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

function shown(
  { id, full_name, created_at, email, phone, company, project, ...row }: Quarantined,
  language: Language,
) {
  return {
    id,
    createdAt: created_at,
    name: full_name,
    time: athensText(created_at, language),
    email,
    phone,
    company,
    project: projectTypeIn(language, project),
    about: aboutProject(row.about_project, language),
    message: row.message,
    reason: row.reason,
  };
}
