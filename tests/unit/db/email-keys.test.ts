import { expect, test } from 'vitest';
import { getEmailKey } from '#db/schema.ts';
import { useScratchDatabase } from '../../support/servers/site.ts';
import { putEnquiry, putMessage, run } from '../../support/servers/store.ts';

await useScratchDatabase();
const { exportPerson, listOtherEnquiryIds } = await import('#app/domain/privacy.server.ts');
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
])('finds %s as %s', async (stored, asked) => {
  expect(getEmailKey(stored)).toBe(getEmailKey(asked));
  const id = await putEnquiry({ email: stored });
  expect(await countFound(asked)).toBe(1);
  await putMessage(id, { sender: asked });
  expect(await listOtherEnquiryIds(asked)).toEqual([]);
  run('DELETE FROM contact_submissions WHERE id = ?', id);

  const otherId = await putEnquiry({ email: 'other@mail.example' });
  await putMessage(otherId, { sender: stored });
  expect(await listOtherEnquiryIds(asked)).toEqual([otherId]);
  run('DELETE FROM contact_submissions WHERE id = ?', otherId);
});
