import { createContext, use } from 'react';

/** What the parts of a page say by themselves, in the language of the page. */
interface UiWords {
  skip: string;
  noImage: string;
  dismiss: string;
  quotes: readonly string[];
}

const Words = createContext<UiWords | null>(null);

export const UiWordsProvider = Words.Provider;

/** The words of the page's parts. Throws where nobody has given them. */
export function useUiWords(): UiWords {
  const words = use(Words);
  if (!words) throw new Error('A part of the page has no words: UiWordsProvider is missing');
  return words;
}
