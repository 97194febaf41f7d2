import type { Language } from '#app/content/language.ts';
import { accountFaults } from '#app/content/messages/account.server.ts';
import { passwordFaults } from '#app/content/messages/auth.server.ts';
import type { OwnAccountError } from '#app/domain/accounts/accounts.server.ts';
import type { PasswordError } from '#app/domain/accounts/passwords.server.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';

/** Returns the message for a new password that was refused, and the field that it belongs to. */
export function presentPasswordError(error: PasswordError, language: Language) {
  const { tooShort, tooLong, guessable, different } = passwordFaults[language];
  const messages: Record<PasswordError, string> = {
    'too-short': tooShort(AUTH.passwordMin),
    'too-long': tooLong(AUTH.passwordMax),
    guessable,
    'not-repeated': different,
  };
  const field = error === 'not-repeated' ? 'confirm_password' : 'password';
  return { field, message: messages[error] };
}

export interface ShownError {
  field: string | null;
  message: string;
  retryAfterSeconds?: number;
}

export function presentAccountError(error: OwnAccountError, language: Language): ShownError {
  const { notCurrent, wrongCode, already, locked } = accountFaults[language];
  switch (error.kind) {
    case 'invalid':
      return presentPasswordError(error.error, language);
    case 'unauthorized':
      return { field: 'current_password', message: notCurrent };
    case 'wrong-code':
      return { field: 'code', message: wrongCode };
    case 'already-on':
      return { field: null, message: already };
    case 'locked': {
      const retryAfterSeconds = Math.ceil(error.remainingMs / SECOND);
      const message = locked(Math.ceil((retryAfterSeconds * SECOND) / MINUTE));
      return { field: null, message, retryAfterSeconds };
    }
  }
}
