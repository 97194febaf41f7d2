import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // Every route is known at start: no manifest requests, and nothing to enumerate at run time.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
