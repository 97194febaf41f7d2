import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail extends Email {
  /** The recipients in the envelope, which the mail itself does not show. */
  recipients: string[];
  /** The host name from EHLO. */
  senderHost: string;
  /** The raw mail with its headers. */
  source: string;
}

/**
 * Starts a mail server on loopback that stores received mails. `refusals` maps a recipient, or 'DATA' for
 * any message, to the SMTP code with which it is refused.
 */
export async function startMailServer(port = 0) {
  const received: ReceivedMail[] = [];
  const refusals = new Map<string, number>();
  let heldUntil: Promise<unknown> = Promise.resolve();
  const findRefusal = (key: string) => {
    const responseCode = refusals.get(key);
    return responseCode && Object.assign(new Error('refused'), { responseCode });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, done) => done(findRefusal(address) || undefined),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = findRefusal('DATA');
        if (refused) return done(refused);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const source = Buffer.concat(chunks);
        const senderHost = session.hostNameAppearsAs;
        void PostalMime.parse(source).then((mail) => {
          // Text in base64 has CRLF line breaks.
          const text = mail.text?.replaceAll('\r\n', '\n');
          const original = { recipients, senderHost, source: source.toString('latin1') };
          received.push({ ...mail, ...(text !== undefined && { text }), ...original });
          return heldUntil.then(() => done());
        });
      });
    },
  });
  // A killed client causes a connection error here.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    received,
    refusals,
    port: (server.server.address() as AddressInfo).port,
    /** Returns the mails with this text in their subject. */
    findBySubject: (text: string) => received.filter(({ subject }) => subject?.includes(text)),
    /** Delays the final response to each mail until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      heldUntil = promise;
      return resolve;
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
