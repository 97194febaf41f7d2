import { createServer, type Socket } from 'node:net';
import { listen } from './free-port.ts';

export interface ScriptedMessage {
  uid: number;
  source: Buffer;
}

interface Script {
  messages?: ScriptedMessage[];
  hasUidNext?: boolean;
  /** Returns the tagged response to a command instead of OK, such as `NO [SERVERBUG] Internal error`. */
  refuse?: (name: string, args: string) => string | undefined;
  /** Called before a command is answered, with its name, such as `UID FETCH`, and its arguments. */
  onCommand?: (name: string, args: string) => void;
}

/** Starts a mail server on loopback that does what real ones do in rare moments. `deliver` announces a message once. */
export async function startScriptedImapServer(script: Script = {}) {
  const { messages = [], hasUidNext = true, refuse, onCommand = () => {} } = script;
  const commands: string[] = [];
  const sockets = new Set<Socket>();

  let idleTag = '';

  function respond(socket: Socket, line: string): void {
    if (line === 'DONE') return void socket.write(`${idleTag} OK done\r\n`);
    const [, tag = '', name = '', args = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line) ?? [];
    commands.push(`${name} ${args}`);
    onCommand(name, args);
    const refusal = refuse?.(name, args);
    if (refusal) return void socket.write(`${tag} ${refusal}\r\n`);
    if (name === 'IDLE') {
      idleTag = tag;
      return void socket.write('+ idling\r\n');
    }
    for (const response of answer(name, args)) socket.write(response);
    socket.write(`${tag} OK done\r\n`);
  }

  function answer(name: string, args: string): (string | Buffer)[] {
    switch (name) {
      case 'LIST':
        return ['* LIST () "/" INBOX\r\n'];
      case 'EXAMINE':
        return [
          `* ${messages.length} EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n`,
          hasUidNext ? `* OK [UIDNEXT ${(messages.at(-1)?.uid ?? 0) + 1}] x\r\n` : '',
        ];
      case 'UID SEARCH': {
        const firstUid = Number(/\d+/.exec(args)![0]);
        const uids = messages.map(({ uid }) => uid).filter((uid) => uid >= firstUid);
        return [`* SEARCH${uids.map((uid) => ` ${uid}`).join('')}\r\n`];
      }
      case 'FETCH':
        return messages.slice(-1).flatMap((message) => formatMessage(message, args));
      case 'UID FETCH': {
        const uids = args.split(' ')[0]!.split(',').map(Number);
        return messages
          .filter(({ uid }) => uids.includes(uid))
          .flatMap((message) => formatMessage(message, args));
      }
      default:
        return [];
    }
  }

  function formatMessage(message: ScriptedMessage, args: string): (string | Buffer)[] {
    const { uid, source } = message;
    const section = /BODY\.PEEK\[(HEADER)?\](?:<(\d+)\.(\d+)>)?/.exec(args);
    const items = `UID ${uid} RFC822.SIZE ${source.length} INTERNALDATE "25-Nov-2026 10:00:00 +0000"`;
    const start = `* ${messages.indexOf(message) + 1} FETCH (${items}`;
    if (!section) return [`${start})\r\n`];
    const [, part = '', first = '0', length = source.length] = section;
    const headerLength = source.indexOf('\r\n\r\n') + 4;
    const bytes = (part ? source.subarray(0, headerLength) : source).subarray(
      Number(first),
      Number(first) + Number(length),
    );
    return [`${start} BODY[${part}]<${first}> {${bytes.length}}\r\n`, bytes, ')\r\n'];
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n');
    let pending = '';
    socket.on('data', (data) => {
      const lines = (pending + data.toString()).split('\r\n');
      pending = lines.pop()!;
      for (const line of lines) respond(socket, line);
    });
  });
  const port = await listen(server);
  return {
    port,
    url: `imap://a:secret@127.0.0.1:${port}`,
    /** All commands so far, with their arguments. */
    commands,
    deliver(message: ScriptedMessage): void {
      messages.push(message);
      for (const socket of sockets) socket.write(`* ${messages.length} EXISTS\r\n`);
    },
    stop(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
