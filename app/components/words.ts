import { createContext, use } from 'react';
import { phrase } from '#app/content/language.ts';

interface UiWords {
  skip: string;
  noImage: string;
  dismiss: string;
  quotes: readonly string[];
}

const Words = createContext<UiWords | null>(null);

export const UiWordsProvider = Words.Provider;

export function useUiWords(): UiWords {
  const words = use(Words);
  if (!words) throw new Error('A part of the page has no words: UiWordsProvider is missing');
  return words;
}

export { phrase };

export function counted(phrases: { one: string; other: string }, count: number): string {
  return phrase(count === 1 ? phrases.one : phrases.other, { count });
}
