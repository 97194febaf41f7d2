import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  ...prefix('el?', [
    layout('routes/site/shell/layout.tsx', [
      layout('routes/site/shell/page-boundary.tsx', [
        index('routes/site/home/home.tsx'),
        route('contact', 'routes/site/contact/contact.tsx'),
        route('projects', 'routes/site/projects/projects.tsx'),
        route('projects/:slug', 'routes/site/projects/project.tsx'),
        route('insights', 'routes/site/articles/insights.tsx'),
        route('insights/:slug', 'routes/site/articles/insight.tsx'),
        route('media', 'routes/site/articles/media.tsx'),
        route('media/:slug', 'routes/site/articles/media-article.tsx'),
        route('page/:slug', 'routes/site/articles/content-page.tsx'),
        route('about', 'routes/site/about/about.tsx'),
        route('financial-data', 'routes/site/financial-data.tsx'),
        route('privacy', 'routes/site/legal/privacy.tsx'),
        route('terms', 'routes/site/legal/terms.tsx'),
        route('sitemap', 'routes/site/sitemap.tsx'),
        route('*', 'routes/site/shell/not-found.tsx'),
      ]),
    ]),
    route('insights/feed.xml', 'routes/resources/insights-feed.ts'),
  ]),
  route('contact/challenge', 'routes/resources/challenge.ts'),
  layout('routes/auth/layout.tsx', [
    route('admin', 'routes/auth/sign-in.tsx'),
    route('reset-password', 'routes/auth/reset-password.tsx'),
  ]),
  route('admin/passkey/options', 'routes/auth/passkey-options.ts'),
  route('admin/logout', 'routes/auth/sign-out.ts'),
  layout('routes/desk/desk-area.tsx', [
    layout('routes/desk/layout.tsx', [
      route('admin/dashboard', 'routes/desk/enquiries/dashboard.tsx'),
      ...prefix('admin/dashboard', [
        route('new', 'routes/desk/enquiries/new-enquiry.tsx'),
        route('account', 'routes/desk/account/account.tsx'),
        route('account/passkeys/options', 'routes/desk/account/passkey-options.ts'),
        route('account/password', 'routes/desk/account/account-password.tsx'),
        route('account/two-step', 'routes/desk/account/account-two-step.tsx'),
        route('templates', 'routes/desk/templates.tsx'),
        route('quarantine', 'routes/desk/quarantine.tsx'),
        route('mail', 'routes/desk/mail.tsx'),
        route('numbers', 'routes/desk/numbers.tsx'),
        route('people', 'routes/desk/people.tsx'),
        route('person', 'routes/desk/person.tsx'),
        route('person/file', 'routes/desk/person-file.ts'),
        route('site', 'routes/desk/site/kinds.tsx'),
        route('site/pictures', 'routes/desk/site/pictures.ts'),
        route('site/live-view', 'routes/desk/site/live-view-block.ts'),
        route('site/:kind', 'routes/desk/site/entries.tsx'),
        route('site/:kind/:id', 'routes/desk/site/entry.tsx'),
        route('events', 'routes/desk/enquiries/events.ts'),
        ...['files/:id', 'files/:id/preview', 'files.zip'].map((files) =>
          route(files, 'routes/desk/files.ts', { id: files }),
        ),
        ...['export.csv', 'export.xlsx'].map((file) =>
          route(file, 'routes/desk/export.ts', { id: file }),
        ),
      ]),
    ]),
  ]),
  route('healthz', 'routes/resources/healthz.ts'),
  route('sitemap.xml', 'routes/resources/sitemap-xml.ts'),
  route('robots.txt', 'routes/resources/robots-txt.ts'),
  route('manifest.webmanifest', 'routes/resources/web-manifest.ts'),
  route('.well-known/security.txt', 'routes/resources/security-txt.ts'),
] satisfies RouteConfig;
