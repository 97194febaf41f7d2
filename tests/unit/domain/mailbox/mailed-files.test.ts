import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { canStoreFiles } from '#app/domain/attachments/attachment-folder.server.ts';
import { MessageFiles } from '#app/domain/attachments/message-files.server.ts';
import { MB } from '#app/domain/limits.ts';
import { parseHeaders } from '#app/domain/mailbox/message-headers.ts';
import { storeMessageAndReopenEnquiry } from '#app/domain/mailbox/store-message.server.ts';
import { getDatabase } from '#db/database.server.ts';
import { contents } from '../../../support/people/enquirer.ts';
import { composeMessage } from '../../../support/people/mail-programs.ts';
import { resetScratchDatabase, useScratchDatabase } from '../../../support/servers/site.ts';
import { column, one, putEnquiry, putSentMessageId, run } from '../../../support/servers/store.ts';

await useScratchDatabase({ ATTACHMENTS_MAX_MB: '1000' });
beforeEach(() => resetScratchDatabase());

const DAY = '2026-11-25';
let messageCount = 0;

/** Stores a message with one small file, as the mailbox received it on a day. */
async function receiveFile(enquiryId: number, name: string, day = DAY): Promise<void> {
  const headers = parseHeaders(composeMessage({ inReplyTo: `<${enquiryId}@drys.example>` }, ''));
  await using files = new MessageFiles();
  const bytes = Readable.from([contents.pdf]);
  await files.receive({ name, type: 'application/pdf', isInline: false, bytes });
  await files.scanAndLinkFinalNames();
  const report = { hasFailed: false, reason: '', originalIds: [] };
  const bodyHash = String(++messageCount);
  await storeMessageAndReopenEnquiry(
    {
      headers,
      contents: { text: name, isCut: false, bodyHash, report },
      receivedAt: new Date(`${day}T10:00:00Z`),
    },
    files,
  );
}

async function createEnquiry(): Promise<number> {
  const enquiryId = await putEnquiry();
  await putSentMessageId(`<${enquiryId}@drys.example>`, enquiryId);
  return enquiryId;
}

/** Pretends that the file of a message is large. */
const setSize = (name: string, mb: number) =>
  run('UPDATE attachments SET size = ? WHERE name = ?', mb * MB, name);
const listNames = (enquiryId: number) =>
  column('SELECT name FROM attachments WHERE enquiry_id = ? ORDER BY id', enquiryId);
const readUnkept = () => one('SELECT unkept_files FROM messages ORDER BY id DESC LIMIT 1');

test('AT-8 keeps 200 MB of files by mail of an enquiry and day, and names the others', async () => {
  const enquiryId = await createEnquiry();
  const otherId = await createEnquiry();
  await receiveFile(enquiryId, 'first.pdf');
  setSize('first.pdf', 200);
  await receiveFile(enquiryId, 'second.pdf');
  expect(readUnkept()).toBe('[{"kind":"no-room","name":"second.pdf"}]');
  await receiveFile(otherId, 'other.pdf');
  await receiveFile(enquiryId, 'next day.pdf', '2026-11-26');
  expect(listNames(enquiryId)).toEqual(['first.pdf', 'next day.pdf']);
  expect(listNames(otherId)).toEqual(['other.pdf']);
});

test('AT-8 leaves half of the space to the files of forms', async () => {
  for (let n = 1; n <= 3; n++) {
    await receiveFile(await createEnquiry(), `plan ${n}.pdf`);
    setSize(`plan ${n}.pdf`, 167);
  }
  const enquiryId = await createEnquiry();
  await receiveFile(enquiryId, 'late.pdf');
  expect(listNames(enquiryId)).toEqual([]);
  expect(await canStoreFiles(getDatabase(), 400 * MB)).toBe(true);
});
