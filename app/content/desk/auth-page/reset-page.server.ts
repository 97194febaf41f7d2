import type { Language } from '#app/content/language.ts';
import { resetErrors, resetPassword } from './reset-password.server.ts';

/** What the page says where a password is set, in one language. */
export function resetWords(language: Language) {
  const { missing, incomplete, failed } = resetErrors[language];
  // The reasons that the page finds by itself: the link's tokens are for scripts alone.
  return { ...resetPassword[language], faults: { missing, incomplete, failed } };
}

export type ResetWords = ReturnType<typeof resetWords>;
