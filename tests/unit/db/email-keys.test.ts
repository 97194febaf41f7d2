import { expect, test } from 'vitest';
import { getEmailKey } from '#db/schema.ts';
import { useScratchDatabase } from '../../support/servers/site.ts';
import { putEnquiry, run } from '../../support/servers/store.ts';

await useScratchDatabase();
const { getSqliteConnection } = await import('#db/database.server.ts');
const { exportPerson } = await import('#app/domain/privacy.server.ts');
const countFound = async (address: string) => (await exportPerson(address)).enquiries.length;

test.each([
  ['Άννα@mail.example', 'άννα@mail.example'],
  ['ΆΝΝΑΣ@MAIL.EXAMPLE', 'άννας@mail.example'],
  ['άννασ@mail.example', 'άννας@mail.example'],
  ['Jürgen@mail.example'.normalize('NFD'), 'jürgen@mail.example'],
  ['ｅｌｅｎｉ＠mail.example', 'eleni@mail.example'],
  ['  Eleni@Mail.Example ', 'eleni@mail.example'],
  ['\u200beleni@mail.exam\u00adple\u2060', 'eleni@mail.example'],
  ['Eleni@Δρυς.GR', 'eleni@xn--pxa0adl.gr'],
  ['eleni@mail.example:25', 'eleni@mail.example:25'],
])('finds %s as %s, even in rows that another program wrote', async (stored, asked) => {
  expect(getEmailKey(stored)).toBe(getEmailKey(asked));
  const id = await putEnquiry({ email: stored });
  expect(await countFound(asked)).toBe(1);
  run('DELETE FROM contact_submissions WHERE id = ?', id);
});

test('finds an e-mail address that another program changed by the new address only', async () => {
  const id = await putEnquiry({ email: 'Άννα@mail.example' });
  expect(await countFound('άννα@mail.example')).toBe(1);
  const change = getSqliteConnection().prepare(
    'UPDATE contact_submissions SET email = ? WHERE id = ?',
  );
  change.run('Βάσω@mail.example', id);
  expect(await countFound('άννα@mail.example')).toBe(0);
  expect(await countFound('βάσω@mail.example')).toBe(1);
});
