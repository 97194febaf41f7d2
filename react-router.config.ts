import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // Every route is known at start: no manifest requests, and nothing to enumerate at run time.
  routeDiscovery: { mode: 'initial' },
  // What answers a form comes with the page of the form: sent with the network down, code that is
  // fetched only then would never come, and what was typed would be lost (RP-5).
  splitRouteModules: false,
} satisfies Config;
