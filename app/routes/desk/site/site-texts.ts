import { useLoaderData } from 'react-router';
import type { SiteDeskTexts } from '#app/content/texts/site-desk.server.ts';

/** Returns the texts that the loader of each page below /admin/dashboard/site sends. */
export function useSiteTexts(): SiteDeskTexts {
  return useLoaderData<{ texts: SiteDeskTexts }>().texts;
}
