import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { database } from '#db/database.server.ts';
import { openStreams } from '#app/domain/desk/live.server.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { MB, drawing } from '../../support/people/drawings.ts';
import { newVisitor } from '../../support/people/enquirer.ts';
import { typed } from '../../support/people/enquiry.ts';
import { solveProof } from '../../support/people/proof.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
await makeAdmin(staff.anna.email);
const admin = await signedIn(site, staff.anna.email);
const cookie = admin.cookie;
const visitor = newVisitor(site);
const turnstileToken = await solveProof(site);
const files = [drawing('plan.pdf', { bytes: 9 * MB }), drawing('photo.png', { type: 'png' })];
const sent = await visitor.attach(
  await visitor.get('/contact'),
  { ...typed, turnstileToken },
  files,
);
expect(sent.status).toBe(303);
const picture = await database()
  .selectFrom('attachments')
  .select('id')
  .where('name', '=', 'photo.png')
  .executeTakeFirstOrThrow();

// Whatever nobody catches ends a process: here it is written down instead.
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error ?? 'undefined');
process.on('unhandledRejection', note).on('uncaughtException', note);
afterAll(() => void process.off('unhandledRejection', note).off('uncaughtException', note));
afterEach(() => expect(uncaught.splice(0)).toEqual([]));

const streams = [
  'files.zip?enquiry=1',
  'files/1',
  `files/${picture.id}/preview`,
  'export.csv',
  'export.xlsx',
  'events?since=0',
];

/** How somebody asks, and leaves. */
const ways: Record<string, (socket: Socket) => Promise<unknown> | void> = {
  'asks for the head alone': (socket) => once(socket, 'data'),
  'leaves before the first byte': () => undefined,
  'leaves after one byte': async (socket) => {
    await once(socket, 'readable');
    socket.read(1);
  },
  'leaves in the middle': async (socket) => {
    let read = '';
    // Of news, the first is the middle: there is no end.
    while (read.length < 3000 && !read.includes(': open') && !socket.readableEnded) {
      await Promise.race([once(socket, 'readable'), once(socket, 'end')]);
      read += (socket.read() as Buffer | null)?.toString('latin1') ?? '';
    }
  },
};

test.each(streams.flatMap((path) => Object.keys(ways).map((way) => [path, way] as const)))(
  '%s: who %s ends nothing but the answer',
  async (path, way) => {
    const method = way === 'asks for the head alone' ? 'HEAD' : 'GET';
    // The same a few times: what is left behind adds up, and what comes late has the time to come.
    for (let i = 0; i < 3; i++) {
      const socket = connect(Number(new URL(site).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `${method} /admin/dashboard/${path} HTTP/1.1\r\nHost: localhost:4000\r\nCookie: ${cookie}\r\n` +
          'Accept: */*\r\nConnection: close\r\n\r\n',
      );
      await ways[way]!(socket);
      socket.destroy();
      await once(socket, 'close');
    }
    await eventually(() => expect(openStreams()).toBe(0));
    // One export is made at a time: the place of those that were left is free again.
    await eventually(async () => {
      const gone = new AbortController();
      const init = { headers: { cookie }, signal: gone.signal };
      const answer = await fetch(`${site}/admin/dashboard/${path}`, init);
      gone.abort();
      expect([200, 503]).toContain(answer.status);
      if (!path.endsWith('preview')) expect(answer.status).toBe(200);
    });
  },
);
