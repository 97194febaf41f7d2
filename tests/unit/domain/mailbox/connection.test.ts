import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  classifyMailboxError,
  closeOnTimeout,
  openMailbox,
} from '#app/domain/mailbox/mailbox-connection.server.ts';
import { testMailboxAccess } from '#app/domain/mailbox/mailbox-status.server.ts';
import { listen } from '../../../support/servers/free-port.ts';

/** Starts a server that greets as IMAP servers do and answers each command by `respond`. */
async function startServer(respond: (socket: Socket, tag: string, command: string) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const [tag = '', command = ''] = line.split(' ');
        respond(socket, tag, command.toUpperCase());
      }
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    host: '127.0.0.1',
    port: await listen(server),
    isEncrypted: false,
    user: 'a',
    password: 'secret',
    folder: 'INBOX',
  };
}

type Respond = Parameters<typeof startServer>[0];

const acceptAll: Respond = (socket, tag, command) => {
  if (command === 'EXAMINE' || command === 'SELECT')
    socket.write('* 1 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 2] x\r\n');
  if (command === 'LIST') socket.write('* LIST () "/" INBOX\r\n');
  socket.write(`${tag} OK done\r\n`);
};

/** Answers these commands, such as LOGIN, with this tagged response, and accepts all others. */
const refuse =
  (commands: readonly string[], response: string): Respond =>
  (socket, tag, command) =>
    commands.includes(command)
      ? socket.write(`${tag} ${response}\r\n`)
      : acceptAll(socket, tag, command);
const refuseLogin = (response: string) => refuse(['LOGIN', 'AUTHENTICATE'], response);
const refuseFolder = (response: string) => refuse(['EXAMINE', 'SELECT'], response);

test.each<[string, string, Respond]>([
  ['refuses the password', 'refused', refuseLogin('NO [AUTHENTICATIONFAILED] no')],
  ['refuses the password without a code', 'refused', refuseLogin('NO wrong password')],
  ['does not have the folder', 'folder-missing', refuseFolder('NO [NONEXISTENT] no such folder')],
  ['refuses the folder without a code', 'folder-missing', refuseFolder('NO no such folder')],
  [
    'has too many connections',
    'unreachable',
    refuseLogin('NO [UNAVAILABLE] Maximum number of connections exceeded'),
  ],
  ['says only ALERT', 'unreachable', refuseLogin('NO [ALERT] The system is being maintained')],
  ['is used by another program', 'unreachable', refuseFolder('NO [INUSE] Mailbox is locked')],
  ['has sent too much', 'unreachable', refuseLogin('NO [OVERQUOTA] Exceeded bandwidth limits')],
  ['has an internal error', 'unreachable', refuseFolder('NO [SERVERBUG] Internal error occurred')],
  ['closes the connection', 'unreachable', (socket) => socket.end()],
  [
    'sends a line without end',
    'unreachable',
    (socket) => {
      const send = () => socket.writable && socket.write('* '.repeat(500_000), send);
      send();
    },
  ],
  [
    'announces a huge literal',
    'unreachable',
    (socket) => socket.write('* 1 FETCH (BODY[] {900000000}\r\n'),
  ],
])('AN-7 a server that %s is %s', async (_, kind, respond) => {
  const mailbox = await startServer(respond);
  const error = await openMailbox(mailbox).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(classifyMailboxError(error)).toBe(kind);
});

test('AN-7 ends the connection of a command that never ends, although the server goes on sending', async () => {
  const mailbox = await startServer((socket, tag, command) => {
    if (command !== 'UID') return acceptAll(socket, tag, command);
    const timer = setInterval(() => socket.write('* OK still searching\r\n'), 5);
    socket.on('close', () => clearInterval(timer));
  });
  const client = await openMailbox(mailbox);
  const search = client.search({ uid: '1:*' }, { uid: true });
  await expect(closeOnTimeout(client, search, 100)).rejects.toThrow();
  expect(client.usable).toBe(false);
});

test('AN-1 opens the folder with EXAMINE', async () => {
  const commands: string[] = [];
  const mailbox = await startServer((socket, tag, command) => {
    commands.push(command);
    acceptAll(socket, tag, command);
  });
  (await openMailbox(mailbox)).close();
  expect(commands).toContain('EXAMINE');
  expect(commands).not.toContain('SELECT');
});

test('AN-1 doctor closes its connection to a mailbox that it cannot read', async () => {
  const closed = Promise.withResolvers<string>();
  const { port } = await startServer((socket, tag, command) => {
    socket.on('close', () => closed.resolve('closed'));
    // Without UIDNEXT, and the message that would tell it is not sent either.
    if (command === 'EXAMINE') socket.write('* 1 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n');
    if (command === 'LIST') socket.write('* LIST () "/" INBOX\r\n');
    socket.write(`${tag} OK done\r\n`);
  });
  vi.stubEnv('IMAP_URL', `imap://a:secret@127.0.0.1:${port}`);

  expect(await testMailboxAccess()).toEqual({ error: 'unreachable', code: undefined });
  const timeout = setTimeout(() => closed.resolve('still open'), 1000);
  expect(await closed.promise).toBe('closed');
  clearTimeout(timeout);
});
