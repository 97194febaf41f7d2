import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../support/reading/eventually.ts';
import { resetScratchDatabase, useScratchDatabase } from '../../../support/servers/site.ts';
import { one } from '../../../support/servers/store.ts';

// The code must take this address for another machine. Linux delivers to all of 127.0.0.0/8
// locally.
const OTHER_MACHINE = '127.0.0.2';
const lines: string[] = [];

/** A mail server without STARTTLS that asks for a password. */
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.write('220 mail.example ESMTP\r\n');
  socket.on('data', (data) => {
    for (const line of data.toString().split('\r\n').filter(Boolean)) {
      lines.push(line);
      if (line.startsWith('EHLO')) socket.write('250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n');
      else if (line === 'STARTTLS') socket.write('502 5.5.1 not implemented\r\n');
      else socket.write('250 done\r\n');
    }
  });
});
await new Promise<void>((resolve) => server.listen(0, OTHER_MACHINE, resolve));
afterAll(() => server.close());
const { port } = server.address() as AddressInfo;
await useScratchDatabase({ SMTP_URL: `smtp://desk:secret@${OTHER_MACHINE}:${port}` });
const { inTransaction } = await import('#db/database.server.ts');
const { queueMail } = await import('#app/domain/mail/mail.server.ts');
const { requireUsableMailServer, deliverDueMail, parseSmtpUrl } =
  await import('#app/domain/mail/mail-delivery.server.ts');

const logSpy = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
beforeEach(async () => {
  await resetScratchDatabase();
  lines.length = 0;
});

test('DA-1 sends neither mail nor password to another machine without TLS, and the mail waits', async () => {
  await inTransaction((tx) =>
    queueMail(tx, {
      kind: 'enquiry',
      language: 'en',
      to: ['office@drys.example'],
      content: { subject: 'subject', message: 'private text' },
    }),
  );
  await deliverDueMail();
  expect(lines.filter((line) => !/^(EHLO|STARTTLS|QUIT)/.test(line))).toEqual([]);
  expect(lines).toContain('STARTTLS');
  expect(one('SELECT failed_at FROM outbox')).toBeNull();
  expect(one('SELECT last_error FROM outbox')).toBe('no-tls');
  await eventually(() =>
    expect(logSpy.mock.calls.join('')).toMatch(/"event":"mail-waits".*"reason":"no-tls"/),
  );
  await expect(requireUsableMailServer()).rejects.toThrow('it offers no TLS');
});

test.each([
  ['smtp://a:b@mail.example', true],
  ['smtp://a:b@mail.example:587?name=drys', true],
  ['smtp://a:b@LOCALHOST:25', false],
  ['smtp://[::1]:25', false],
  ['smtp://a:b@mail.example?tls=off', false],
  ['smtp://a:b@mail.example?tls=on', true],
])('DA-1 requires TLS for %s: %s', (smtpUrl, requireTLS) => {
  const options = parseSmtpUrl(smtpUrl);
  expect(options.requireTLS).toBe(requireTLS);
  expect(options.url).not.toContain('tls=');
});
