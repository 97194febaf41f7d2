import type { Language } from '#app/content/language.ts';
import { lockWords, secondStep, signIn, signInMessages } from './sign-in.server.ts';

/** What the page of the login and of the forgotten password says, in one language. */
export function signInWords(language: Language) {
  const { email, password, resetFailed, failed } = signInMessages[language];
  return {
    ...signIn[language],
    faults: { email, password },
    lock: lockOf(language),
    /** Said by the page itself where no answer came. */
    resetFailed,
    failed: failed.title,
  };
}

/** What the page of the second step says, in one language. */
export function secondStepWords(language: Language) {
  const { title, note, code, button } = secondStep[language];
  const failed = signInMessages[language].failed.title;
  return { title, note, code, button, lock: lockOf(language), failed };
}

function lockOf(language: Language) {
  const { again, left, until } = lockWords[language];
  return { ...signInMessages[language].locked, again, left, until };
}

export type SignInWords = ReturnType<typeof signInWords>;
export type SecondStepWords = ReturnType<typeof secondStepWords>;
