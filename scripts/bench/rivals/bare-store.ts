// A minimal form server: reads a form, inserts one row and redirects.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openOrCreateDatabaseFile } from '#db/engine/connection.ts';

const [path = ''] = process.argv.slice(2);
const INSERT = `INSERT INTO contact_submissions
  (full_name, email, phone, company, project, message, created_at)
  VALUES (@full_name, @email, @phone, @company, @project, @message, @created_at)`;
const insert = openOrCreateDatabaseFile(path).prepare(INSERT);
const server = createServer(async (request, response) => {
  if (request.method !== 'POST') return void response.end('ok');
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  insert.run({ ...form, created_at: new Date().toISOString() });
  response.writeHead(303, { location: '/contact', 'content-length': 0 }).end();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
