import { createContext, use } from 'react';

interface UiTexts {
  skip: string;
  noImage: string;
  dismiss: string;
  quotes: readonly string[];
  /** For numbers. */
  locale: string;
  length: string;
  tooLong: string;
}

const Texts = createContext<UiTexts | null>(null);

export const UiTextsProvider = Texts.Provider;

/** Throws outside UiTextsProvider. */
export function useUiTexts(): UiTexts {
  const texts = use(Texts);
  if (!texts) throw new Error('A part of the page has no texts: UiTextsProvider is missing');
  return texts;
}

/** Replaces each `{name}` in a text by its value; a placeholder without a value stays. */
export function interpolate(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}

/** Returns the phrase for a count of one or another number, with {count} filled in. */
export function pluralize(phrases: { one: string; other: string }, count: number): string {
  return interpolate(count === 1 ? phrases.one : phrases.other, { count });
}

/** Returns the title of the error of a form by its intent: "Nothing changed" for an intent without a title. */
export function getFailureTitle(
  titles: Readonly<Record<string, string>> & { unchanged: string },
  intent: string,
): string {
  return (Object.hasOwn(titles, intent) && titles[intent]) || titles.unchanged;
}
