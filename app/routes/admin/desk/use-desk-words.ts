import { createContext, use } from 'react';
import type { DeskWords } from '#app/content/desk/desk-words.server.ts';

const Words = createContext<DeskWords | null>(null);

/** Gives the parts of the list and of an open enquiry their words. */
export const DeskWordsProvider = Words.Provider;

/** The words of the list and of an open enquiry. Throws where nobody has given them. */
export function useDeskWords(): DeskWords {
  const words = use(Words);
  if (!words) throw new Error('A part of the desk has no words: DeskWordsProvider is missing');
  return words;
}

/** The words around replies. Throws where no enquiry is open. */
export function useReplyWords(): NonNullable<DeskWords['replies']> {
  const { replies } = useDeskWords();
  if (!replies) throw new Error('Only an open enquiry has the words of replies');
  return replies;
}
