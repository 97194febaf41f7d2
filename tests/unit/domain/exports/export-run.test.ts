import { afterEach, expect, test, vi } from 'vitest';
import {
  type ExportRun,
  ExportRunning,
  startExport,
} from '#app/domain/exports/export-run.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { databaseFile } from '#db/database.server.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';
import { putMany } from '../../../support/servers/store.ts';

await useScratchDatabase();
const BATCHES = 8;
const ROWS = EXPORT.batchRows * BATCHES;
await putMany(ROWS);
const reader = () => new AbortController();
const runs: ExportRun[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const run of runs.splice(0)) await run.end();
});

async function start(format: 'csv' | 'xlsx' = 'csv', gone = reader()): Promise<ExportRun> {
  const run = await startExport({}, format, gone.signal);
  runs.push(run);
  return run;
}

async function piecesLeft(body: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
  let pieces = 0;
  while (!(await body.read()).done) pieces++;
  return pieces;
}

test('D-6 there is one place for exports of both kinds, and it is free after each', async () => {
  const first = await start();
  expect(first.total).toBe(ROWS);
  for (const format of ['csv', 'xlsx'] as const) {
    await expect(start(format)).rejects.toThrow(ExportRunning);
  }
  const text = await new Response(await first.body()).text();
  expect(text.split('\r\n')).toHaveLength(ROWS + 2);
  const workbook = await start('xlsx');
  await new Response(await workbook.body()).arrayBuffer();
  await (await start()).end();
  expect((await start()).total).toBe(ROWS);
});

test.each(['csv', 'xlsx'] as const)(
  'D-6 a reader who is gone ends the %s at once',
  async (format) => {
    const gone = reader();
    const body = (await (await start(format, gone)).body()).getReader();
    gone.abort();
    await start();
    expect(await piecesLeft(body)).toBeLessThan(BATCHES - 1);
  },
);

test('D-6 who left before the first piece is not written for', async () => {
  const gone = reader();
  gone.abort();
  await expect(start('csv', gone)).rejects.toThrow();
  const later = reader();
  const counting = start('xlsx', later);
  later.abort();
  await expect(counting).rejects.toThrow('ended before');
  await start();
});

test('D-6 the place is free for one, not for two, while a thread is on its way out', async () => {
  const gone = reader();
  await start('csv', gone);
  gone.abort();
  const both = await Promise.allSettled([start(), start()]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

test('D-6 a reader who does not read stops the reading', async () => {
  const body = (await (await start()).body()).getReader();
  await body.read();
  // The oldest go last: what is not read yet is exported as it is when it is read.
  databaseFile().exec(`UPDATE contact_submissions SET phone = '555' WHERE id <= ${ROWS / 2}`);
  let rest = '';
  for (let piece = await body.read(); !piece.done; piece = await body.read()) {
    rest += Buffer.from(piece.value).toString('utf8');
  }
  expect(rest.match(/"555"/g)).toHaveLength(ROWS / 2);
});

test('D-6 a reader who takes nothing for long loses the place, and has no whole file', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const body = (await (await start()).body()).getReader();
  await body.read();
  await vi.advanceTimersByTimeAsync(EXPORT.stallSeconds * 1000 - 1);
  await expect(start()).rejects.toThrow(ExportRunning);
  // Each piece that is taken begins the wait anew.
  await body.read();
  await vi.advanceTimersByTimeAsync(EXPORT.stallSeconds * 1000 - 1);
  await expect(start()).rejects.toThrow(ExportRunning);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  const next = await start();
  expect(next.total).toBe(ROWS);
  await expect(piecesLeft(body)).rejects.toThrow('ended before it was whole');
});
