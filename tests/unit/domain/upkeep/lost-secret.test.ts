import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getNewestKey, seal } from '#app/domain/keys.server.ts';
import { findLostSecretProblem } from '#app/domain/lost-secret.server.ts';
import { sealMail } from '#app/domain/mail/mail.server.ts';
import { insertAdmin } from '#db/accounts.ts';
import { getDatabase } from '#db/database.server.ts';
import { insertMail } from '#db/outbox.ts';
import { updateRows } from '#db/rows.ts';
import { staff } from '#db/seed/people.ts';
import { runScript } from '../../../support/servers/served-site.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';

await useScratchDatabase();
const key = join(process.env['DATA_DIR']!, 'secret.key');

test('HC-4 reports stored data that needs the lost secret, creates no new secret, and says how to restore it', async () => {
  getNewestKey('visitor');
  const { id } = await insertAdmin(getDatabase(), staff.anna.email, '2026-11-20T10:00:00Z');
  expect(await findLostSecretProblem()).toBeNull();
  await updateRows(
    getDatabase(),
    'admins',
    { id },
    { totp_secret: seal('second-factor', 'secret') },
  );
  const sealed = sealMail({ to: [], replyTo: null, subject: '', link: null, text: '', html: '' });
  const times = { created_at: 0, next_attempt_at: 0, give_up_at: 0 };
  const mail = { kind: 'reply', sealed, message_id: '<1@drys.example>', ...times };
  await insertMail(getDatabase(), mail, []);
  expect(await findLostSecretProblem()).toBeNull();
  const copy = `${key}.copy`;
  renameSync(key, copy);
  const problem = expect.stringMatching(
    /two-step login of 1 account refuses .*, and 1 unsent email cannot be read\. Put back the copy of secret\.key/,
  );
  expect(await findLostSecretProblem()).toEqual(problem);
  expect(existsSync(key)).toBe(false);
  writeFileSync(key, 'another key'.repeat(4), { mode: 0o600 });
  const doctor = async () => (await runScript(['scripts/doctor.ts'], {})).stdout.split('\n');
  expect(await doctor()).toContainEqual(problem);
  writeFileSync(key, readFileSync(copy));
  expect(await doctor()).toContain('ok     secret');
});
