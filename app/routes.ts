import { type RouteConfig, index, route } from '@react-router/dev/routes';

export default [
  index('routes/site/home.tsx'),
  route('healthz', 'routes/healthz.ts'),
] satisfies RouteConfig;
