import { type RouteConfig, index, layout, prefix, route } from '@react-router/dev/routes';

const DESK = 'routes/admin/desk/dashboard.tsx';
const TEMPLATES = 'routes/admin/templates/templates.tsx';

export default [
  // The public pages: in English at these paths, in Greek at the same ones after /el.
  ...prefix('el?', [
    layout('routes/site/shell/layout.tsx', [
      layout('routes/site/shell/page-boundary.tsx', [
        index('routes/site/home/home.tsx'),
        route('contact', 'routes/site/contact/contact.tsx'),
        route('projects', 'routes/site/projects/projects.tsx'),
        route('projects/:slug', 'routes/site/project/project.tsx'),
        route('insights', 'routes/site/articles/insights.tsx'),
        route('insights/:slug', 'routes/site/articles/insight.tsx'),
        route('media', 'routes/site/articles/media.tsx'),
        route('media/:slug', 'routes/site/articles/media-article.tsx'),
        route('page/:slug', 'routes/site/articles/content-page.tsx'),
        route('about', 'routes/site/about/about.tsx'),
        route('financial-data', 'routes/site/documents/financial-data.tsx'),
        route('privacy', 'routes/site/legal/privacy.tsx'),
        route('terms', 'routes/site/legal/terms.tsx'),
        route('sitemap', 'routes/site/sitemap/sitemap.tsx'),
        // Anything else, and /not-found: the 404 page.
        route('*', 'routes/site/shell/not-found.tsx'),
      ]),
    ]),
    route('insights/feed.xml', 'routes/resources/insights-feed.ts'),
  ]),
  route('contact/challenge', 'routes/resources/challenge.ts'),
  layout('routes/auth/layout.tsx', [
    route('admin', 'routes/auth/sign-in.tsx'),
    route('admin/code', 'routes/auth/second-step.tsx'),
    route('reset-password', 'routes/auth/reset-password.tsx'),
  ]),
  route('admin/logout', 'routes/auth/sign-out.ts'),
  layout('routes/admin/frame/desk-area.tsx', [
    route('admin/dashboard', 'routes/admin/frame/layout.tsx', [
      index(DESK),
      // The forms of an enquiry, which answer with the same page.
      ...['status', 'notes', 'replies', 'replies/retry', 'assignment', 'follow-up'].map((form) =>
        route(form, DESK, { id: `desk/${form}` }),
      ),
      route('account', 'routes/admin/account/account.tsx'),
      route('account/language', 'routes/admin/account/account-language.ts'),
      route('account/digest', 'routes/admin/account/account-digest.ts'),
      route('account/sessions', 'routes/admin/account/account-sessions.ts'),
      route('account/password', 'routes/admin/account/account-password.tsx'),
      route('account/two-step', 'routes/admin/account/account-two-step.tsx'),
      route('templates', TEMPLATES),
      route('templates/deletion', TEMPLATES, { id: 'templates/deletion' }),
      route('quarantine', 'routes/admin/quarantine/quarantine.tsx'),
      route('mail', 'routes/admin/mail/mail.tsx'),
      route('mail/discarded', 'routes/admin/mail/mail-discarded.ts'),
      route('numbers', 'routes/admin/numbers/numbers.tsx'),
      route('person', 'routes/admin/privacy/person.tsx'),
      route('person/file', 'routes/admin/privacy/person-file.ts'),
      route('person/erasure', 'routes/admin/privacy/person-erasure.ts'),
      route('events', 'routes/admin/desk/events.ts'),
      route('files/:id', 'routes/admin/files/file.ts'),
      route('files/:id/preview', 'routes/admin/files/file-preview.ts'),
      route('files.zip', 'routes/admin/files/files-zip.ts'),
      route('export.csv', 'routes/admin/exports/export.ts', { id: 'export.csv' }),
      route('export.xlsx', 'routes/admin/exports/export.ts', { id: 'export.xlsx' }),
    ]),
  ]),
  route('healthz', 'routes/resources/healthz.ts'),
  route('sitemap.xml', 'routes/resources/sitemap-xml.ts'),
  route('robots.txt', 'routes/resources/robots-txt.ts'),
  route('.well-known/security.txt', 'routes/resources/security-txt.ts'),
] satisfies RouteConfig;
