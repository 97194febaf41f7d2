import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The first page lists all routes, so the browser needs no manifest requests.
  routeDiscovery: { mode: 'initial' },
  // A route's clientAction comes with its page. If it were loaded on submit, a network failure would lose the
  // typed values (RP-5).
  splitRouteModules: false,
} satisfies Config;
