import { COMMON_PASSWORDS } from './common-passwords.server.ts';
import { AUTH } from './limits.ts';

const COMPANY_WORDS = ['drys', 'woodworking', 'avlona', 'avlonas', 'metamorphosi', 'joinery'];

/** Why a new password is refused, in words for its owner; null when it is taken (ledger RP-4). */
export function passwordFault(password: string, confirmation: string, email: string) {
  const characters = [...password].length;
  if (characters < AUTH.passwordMin) {
    return {
      field: 'password',
      message: `Password must be at least ${AUTH.passwordMin} characters`,
    };
  }
  if (characters > AUTH.passwordMax) {
    return {
      field: 'password',
      message: `Password must be at most ${AUTH.passwordMax} characters`,
    };
  }
  if (isCommon(password, email)) {
    return {
      field: 'password',
      message: 'This password is too easy to guess. Choose another one.',
    };
  }
  if (password !== confirmation) {
    return { field: 'confirm_password', message: 'Passwords do not match' };
  }
  return null;
}

/** On the list, or such a word, the company's or one's own name with digits and signs around it. */
function isCommon(password: string, email: string): boolean {
  const lower = password.toLowerCase();
  const core = lower.replace(/^[\d\W_]+|[\d\W_]+$/g, '');
  const own = email.split('@')[0] ?? '';
  if (core === '' && new Set(lower).size < AUTH.passwordMin / 2) return true;
  return [lower, core].some(
    (word) => COMMON_PASSWORDS.has(word) || COMPANY_WORDS.includes(word) || word === own,
  );
}
