import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../support/front/certificate.ts';
import { describeWithPrograms } from '../support/front/program.ts';
import { eventually } from '../support/reading/eventually.ts';
import { startImapServer } from '../support/servers/imap-server.ts';
import { newFolder } from '../support/servers/new-data.ts';
import { serveSite, type ServedSite } from '../support/servers/served-site.ts';

describeWithPrograms(['dovecot', 'openssl'], () => {
  let folder: string;
  let cert: string;
  let imap: Awaited<ReturnType<typeof startImapServer>>;
  const sites: ServedSite[] = [];
  const serve = async (environment: Record<string, string>) => {
    const site = await serveSite({ IMAP_URL: imap.url, ...environment });
    sites.push(site);
    return site;
  };
  const readMailbox = (site: ServedSite, column: string) =>
    site.one(`SELECT ${column} FROM mailboxes`);

  beforeAll(async () => {
    folder = newFolder();
    const certificate = makeCertificate(folder);
    cert = certificate.cert;
    // Dovecot's own user reads it.
    chmodSync(folder, 0o755);
    imap = await startImapServer(certificate);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await imap?.stop();
  });

  test('AN-1 AN-7 sends no password to a server with an untrusted certificate, and doctor reports the reason', async () => {
    const site = await serve({});
    await eventually(() => expect(readMailbox(site, 'error')).toBe('unreachable'));
    await eventually(() => expect(site.output()).toContain('"code":"DEPTH_ZERO_SELF_SIGNED_CERT"'));
    expect((await site.run(['scripts/doctor.ts'])).stdout).toContain(
      'FAILED mailbox: the server of IMAP_URL is busy or cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT, since ',
    );
    expect(imap.log()).toContain('no auth attempts');
    expect(imap.log()).not.toContain('Login');
  }, 120_000);

  test('AN-1 reads the mailbox over TLS if the certificate is trusted', async () => {
    const site = await serve({ NODE_EXTRA_CA_CERTS: cert });
    await eventually(() => expect(readMailbox(site, 'last_read_at')).toEqual(expect.any(String)));
    expect(readMailbox(site, 'error')).toBeNull();
    expect(imap.log()).toMatch(/Login: .* TLS/);
  }, 120_000);
});
