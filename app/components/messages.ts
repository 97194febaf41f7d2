import { createContext, use } from 'react';

interface UiMessages {
  skip: string;
  noImage: string;
  dismiss: string;
  quotes: readonly string[];
  /** For numbers. */
  locale: string;
  length: string;
  tooLong: string;
}

const Messages = createContext<UiMessages | null>(null);

export const UiMessagesProvider = Messages.Provider;

/** Throws outside UiMessagesProvider. */
export function useUiMessages(): UiMessages {
  const messages = use(Messages);
  if (!messages)
    throw new Error('A part of the page has no messages: UiMessagesProvider is missing');
  return messages;
}

/** A placeholder without a value stays. */
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

/** Returns the title of the error when the form with this intent has failed. */
export function getFailureTitle(
  titles: Readonly<Record<string, string>> & { unchanged: string },
  intent: string,
): string {
  return (Object.hasOwn(titles, intent) && titles[intent]) || titles.unchanged;
}
