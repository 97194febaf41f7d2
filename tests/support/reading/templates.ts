// One path for every page template. `tests/e2e/all-templates.spec.ts` opens them in the production build, and a system
// test in the development server.

export const SITE_PATHS = [
  '/',
  '/about',
  '/projects',
  '/projects/shop-vilebrequin-gh',
  '/projects/roche?photo=2',
  '/insights',
  '/insights/our-philosophy',
  '/page/how-we-work',
  '/contact?about=saronic-school-library',
  '/financial-data?tab=statements',
  '/privacy',
  '/sitemap',
  '/not-found',
];
export const SIGN_IN_PATHS = ['/admin', '/admin?forgot', '/reset-password'];
/** Paths below /admin/dashboard by subject; tests replace the names in braces. */
export const DESK_PATHS: Record<string, readonly string[]> = {
  'of enquiries': ['?q={word}', '?enquiry={id}', '?enquiry={id}&reply=1&template=1', '/new'],
  'beside them': [
    '/quarantine',
    '/mail',
    '/person?email=a.name.of.some.length@architects-of-athens.example',
    '/templates?change=1',
    '/account',
    '/account/password',
    '/account/two-step',
    '/people',
    '/numbers?from=2022-01-03',
  ],
  'of the site': [
    '/site',
    '/site/projects',
    '/site/projects/1',
    '/site/pages/{page}',
    '/site/documents/{document}',
    '/site/company/{company}',
    '/site/clients/{client}',
  ],
};
