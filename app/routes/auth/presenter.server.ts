import type { Language } from '#app/content/language.ts';
import { accountErrors } from '#app/content/texts/account.server.ts';
import { passwordErrors } from '#app/content/texts/auth.server.ts';
import type { OwnAccountError } from '#app/domain/accounts/accounts.server.ts';
import type { PasswordError } from '#app/domain/accounts/passwords.server.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import type { FormError } from '#app/routes/auth/password-fields.tsx';

export function presentPasswordError(error: PasswordError, language: Language): ShownError {
  const texts = passwordErrors[language];
  const errorTexts: Record<PasswordError, string> = {
    'too-short': texts.tooShort(AUTH.passwordMin),
    'too-long': texts.tooLong(AUTH.passwordMax),
    guessable: texts.guessable,
    'not-repeated': texts.different,
  };
  const field = error === 'not-repeated' ? 'confirm_password' : 'password';
  return { field, text: errorTexts[error] };
}

export interface ShownError extends FormError {
  retryAfterSeconds?: number;
}

/** Returns the text of an account error and its field; `retryAfterSeconds` only while the admin is locked out. */
export function presentAccountError(error: OwnAccountError, language: Language): ShownError {
  const texts = accountErrors[language];

  switch (error.kind) {
    case 'invalid':
      return presentPasswordError(error.error, language);
    case 'unauthorized':
      return { field: 'current_password', text: texts.notCurrent };
    case 'wrong-code':
      return { field: 'code', text: texts.wrongCode };
    case 'already-on':
      return { field: null, text: texts.already };
    case 'locked': {
      const retryAfterSeconds = Math.ceil(error.remainingMs / SECOND);
      const text = texts.locked(Math.ceil(error.remainingMs / MINUTE));
      return { field: null, text, retryAfterSeconds };
    }
  }
}
