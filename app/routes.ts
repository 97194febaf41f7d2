import { type RouteConfig, index, layout, route } from '@react-router/dev/routes';

export default [
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('contact', 'routes/site/contact.tsx'),
    // Anything else, and /not-found: the 404 page.
    route('*', 'routes/site/not-found.tsx'),
  ]),
  route('contact/challenge', 'routes/challenge.ts'),
  route('healthz', 'routes/healthz.ts'),
] satisfies RouteConfig;
