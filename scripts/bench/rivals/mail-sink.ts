// A mail server in a process of its own that accepts every mail and keeps none.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    stream.resume().on('end', () => done());
  },
});
server.listen(0, '127.0.0.1', () => {
  console.log((server.server.address() as AddressInfo).port);
});
