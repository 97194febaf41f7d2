import { useRouteLoaderData } from 'react-router';
import type { DeskFrameWords, DeskWords } from '#app/content/words/desk.server.ts';
import { createContext, use } from 'react';

const AREA = 'routes/admin/frame/desk-area';

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

const Words = createContext<DeskWords | null>(null);

export const DeskWordsProvider = Words.Provider;

export function useDeskWords(): DeskWords {
  const words = use(Words);
  if (!words) throw new Error('A part of the desk has no words: DeskWordsProvider is missing');
  return words;
}

export function useReplyWords(): NonNullable<DeskWords['replies']> {
  const { replies } = useDeskWords();
  if (!replies) throw new Error('Only an open enquiry has the words of replies');
  return replies;
}
