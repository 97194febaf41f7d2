import { type RouteConfig, index, layout, route } from '@react-router/dev/routes';

export default [
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('contact', 'routes/site/contact.tsx'),
    route('projects', 'routes/site/projects.tsx'),
    route('projects/:slug', 'routes/site/project.tsx'),
    route('insights', 'routes/site/insights.tsx'),
    route('insights/:slug', 'routes/site/insight.tsx'),
    route('media', 'routes/site/media.tsx'),
    route('media/:slug', 'routes/site/media-article.tsx'),
    route('page/:slug', 'routes/site/content-page.tsx'),
    route('about', 'routes/site/about.tsx'),
    route('financial-data', 'routes/site/financial-data.tsx'),
    route('privacy', 'routes/site/privacy.tsx'),
    route('terms', 'routes/site/terms.tsx'),
    route('sitemap', 'routes/site/sitemap.tsx'),
    // Anything else, and /not-found: the 404 page.
    route('*', 'routes/site/not-found.tsx'),
  ]),
  route('contact/challenge', 'routes/challenge.ts'),
  route('admin', 'routes/admin/sign-in.tsx'),
  route('admin/code', 'routes/admin/second-step.tsx'),
  route('admin/logout', 'routes/admin/sign-out.ts'),
  route('reset-password', 'routes/admin/reset-password.tsx'),
  route('admin/dashboard', 'routes/admin/layout.tsx', [
    index('routes/admin/dashboard.tsx'),
    route('account', 'routes/admin/account.tsx'),
    route('account/sessions', 'routes/admin/account-sessions.ts'),
    route('account/password', 'routes/admin/account-password.tsx'),
    route('account/two-step', 'routes/admin/account-two-step.tsx'),
  ]),
  route('healthz', 'routes/healthz.ts'),
  route('sitemap.xml', 'routes/sitemap-xml.ts'),
  route('robots.txt', 'routes/robots-txt.ts'),
  route('.well-known/security.txt', 'routes/security-txt.ts'),
] satisfies RouteConfig;
