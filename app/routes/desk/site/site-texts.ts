import { useLoaderData } from 'react-router';
import type { SiteDeskMessages } from '#app/content/messages/site-desk.server.ts';

/** Returns the texts that the loader of each page below /admin/dashboard/site sends. */
export function useSiteTexts(): SiteDeskMessages {
  return useLoaderData<{ messages: SiteDeskMessages }>().messages;
}
