import { config } from '#app/config.server.ts';
import { getCompanyFacts } from '#app/content/company.server.ts';

const VALID_DAYS = 180;

export function loader() {
  const expires = new Date(Date.now() + VALID_DAYS * 24 * 3_600_000);
  const lines = [
    `Contact: mailto:${getCompanyFacts().email}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, el',
    `Canonical: ${config().publicUrl}/.well-known/security.txt`,
    '',
  ];

  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
