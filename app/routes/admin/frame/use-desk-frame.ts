import { useRouteLoaderData } from 'react-router';
import type { DeskFrameWords } from '#app/content/desk/desk-frame.server.ts';

const AREA = 'routes/admin/frame/desk-area';

/** The words that all pages of the desk share. */
export function useDeskFrame(): DeskFrameWords {
  const words = useRouteLoaderData(AREA) as DeskFrameWords | undefined;
  if (!words) throw new Error('Only a page of the desk has the words of the desk');
  return words;
}

/** The same for `meta`, which is given all that is loaded. */
export function deskFrameIn(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): DeskFrameWords | undefined {
  return matches.find((match) => match?.id === AREA)?.loaderData as DeskFrameWords | undefined;
}
