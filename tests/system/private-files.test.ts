import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { office, staff } from '#db/seed/people.ts';
import { drawing, sendEnquiry } from '../support/people/enquirer.ts';
import { eventually } from '../support/reading/eventually.ts';
import { moveDataAway } from '../support/servers/move-data-away.ts';
import { serveSite } from '../support/servers/served-site.ts';

const OPEN = ['sh', '-c', `umask 000; exec "$0" "$@"`];

/** Returns 0 for a file that the server has deleted meanwhile, as it does with those of discarded mails. */
const readMode = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;

test('keeps the data folder private to its owner under any umask', async () => {
  const environment = { ENQUIRY_NOTIFY_TO: office, TRUST_PROXY: '1' };
  const serve = [...OPEN, process.execPath, 'scripts/serve.ts'];
  await using site = await serveSite(environment, process.cwd(), serve);
  const data = (...args: string[]) => site.run(['scripts/data.ts', ...args]);
  const previousUmask = process.umask(0);
  onTestFinished(() => void process.umask(previousUmask));
  expect((await sendEnquiry(site.url, 'words', [drawing('plan.pdf')])).page.status).toBe(303);
  await eventually(() => expect(readdirSync(join(site.dataDir, 'outbox')).join()).toMatch(/eml$/));
  expect((await site.run(['scripts/admin.ts', 'invite', staff.anna.email])).code).toBe(0);
  const backup = join(site.dataDir, 'backups', 'new', 'backup.db');
  expect((await data('backup', backup)).code).toBe(0);
  expect((await data('export', 'eleni@mail.example', `${backup}.zip`)).code).toBe(0);
  await site.halt();
  moveDataAway(site.dataDir);
  expect((await data('restore', backup)).code).toBe(0);
  await site.restart();
  const open = readdirSync(site.dataDir, { recursive: true })
    .map(String)
    // Copies of what everybody may fetch, under second names that share the rights of the first.
    .filter((name) => !name.startsWith('assets/'))
    .filter((name) => readMode(join(site.dataDir, name)) & 0o077);
  expect(open).toEqual([]);
});
