import { config } from '#app/config.server.ts';

export function loader() {
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /reset-password',
    '',
    `Sitemap: ${config().publicUrl}/sitemap.xml`,
    '',
  ];

  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
