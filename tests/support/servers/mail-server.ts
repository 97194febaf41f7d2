import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail extends Email {
  /** The addresses that the envelope named, which readers do not see. */
  recipients: string[];
  /** The name that the sender gave itself in EHLO. */
  senderHost: string;
  /** The mail as it was sent, its headers first. */
  source: string;
}

/**
 * A mail server on loopback that keeps what it receives; it can be stopped and started again. What
 * stands in `refusals` it refuses with that answer: a recipient, or 'DATA' for any message.
 */
export async function startMailServer(port = 0) {
  const received: ReceivedMail[] = [];
  const refusals = new Map<string, number>();
  let held: Promise<unknown> = Promise.resolve();
  const refusal = (of: string) => {
    const responseCode = refusals.get(of);
    return responseCode && Object.assign(new Error('refused'), { responseCode });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, done) => done(refusal(address) || undefined),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = refusal('DATA');
        if (refused) return done(refused);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const source = Buffer.concat(chunks);
        const senderHost = session.hostNameAppearsAs;
        void PostalMime.parse(source).then((mail) => {
          // A text in base64 has the line breaks of a mail: CRLF.
          const text = mail.text?.replaceAll('\r\n', '\n');
          const original = { recipients, senderHost, source: source.toString('latin1') };
          received.push({ ...mail, ...(text !== undefined && { text }), ...original });
          return held.then(() => done());
        });
      });
    },
  });
  // A sender that is killed breaks its connection off.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    received,
    refusals,
    port: (server.server.address() as AddressInfo).port,
    /** The mails with a subject that contains a text. */
    about: (text: string) => received.filter(({ subject }) => subject?.includes(text)),
    /** Takes mail, but leaves its sender without an answer until the function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
