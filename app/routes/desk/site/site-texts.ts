import { useMatches } from 'react-router';
import type { SiteDeskMessages } from '#app/content/messages/site-desk.server.ts';

/** Returns the texts that the loader of each page below /admin/dashboard/site sends. */
export function useSiteTexts(): SiteDeskMessages {
  const { loaderData } = useMatches().at(-1)!;
  return (loaderData as { messages: SiteDeskMessages }).messages;
}
