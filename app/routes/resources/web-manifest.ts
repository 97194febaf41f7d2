import { getCompanyTexts } from '#app/content/texts/company.server.ts';

export function loader() {
  const { name, brand } = getCompanyTexts('en');

  const manifest = {
    name,
    short_name: brand,
    lang: 'en',
    start_url: '/',
    display: 'browser',
    background_color: '#f2f3ef',
    theme_color: '#f2f3ef',
    icons: [192, 512].map((size) => {
      const src = `/icon-${size}.png`;
      return { src, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any maskable' };
    }),
  };

  return Response.json(manifest, { headers: { 'Content-Type': 'application/manifest+json' } });
}
