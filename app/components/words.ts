import { createContext, use } from 'react';

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

export function interpolate(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

export function pluralize(phrases: { one: string; other: string }, count: number): string {
  return interpolate(count === 1 ? phrases.one : phrases.other, { count });
}
