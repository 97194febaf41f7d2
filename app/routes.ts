import { type RouteConfig, index, layout, route } from '@react-router/dev/routes';

export default [
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    // Anything else, and /not-found: the 404 page.
    route('*', 'routes/site/not-found.tsx'),
  ]),
  route('healthz', 'routes/healthz.ts'),
] satisfies RouteConfig;
