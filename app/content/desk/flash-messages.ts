import { desk, exportWords, statusLabels } from './desk.ts';
import { signInMessages } from './sign-in.ts';

/** What is said once after a redirect in the admin area: the cookie holds a name from this list. */
export const flashMessages = {
  welcome: { tone: 'success', ...signInMessages.success },
  'reset-sent': { tone: 'success', ...signInMessages.resetSent },
  'password-updated': { tone: 'success', title: 'Password updated', message: '' },
  'signed-out-everywhere': {
    tone: 'success',
    title: 'Signed out everywhere else',
    message: 'Only this browser is still signed in.',
  },
  'language-saved': {
    tone: 'success',
    title: 'Language saved',
    message: 'Mail to you is written in it from now on.',
  },
  'second-factor-on': {
    tone: 'success',
    title: 'Two-step login is on',
    message: 'From now on you log in with a code from your app as well.',
  },
  'second-factor-off': {
    tone: 'success',
    title: 'Two-step login is off',
    message: 'From now on you log in with your password alone.',
  },
  'status-new': { tone: 'success', title: desk.updated, message: statusLabels.new },
  'status-in_progress': { tone: 'success', title: desk.updated, message: statusLabels.in_progress },
  'status-completed': { tone: 'success', title: desk.updated, message: statusLabels.completed },
  'note-added': { tone: 'success', title: 'Note added', message: '' },
  'not-spam': {
    tone: 'success',
    title: 'Not spam',
    message: 'It is an enquiry now, and its notice is on the way.',
  },
  'mail-again': {
    tone: 'success',
    title: 'Mail queued',
    message: 'It is on its way again.',
  },
  'mail-discarded': { tone: 'success', title: 'Mail discarded', message: '' },
  'nothing-to-export': { tone: 'error', ...exportWords.none },
  'export-failed': { tone: 'error', ...exportWords.failed },
  'export-running': { tone: 'error', ...exportWords.running },
  'workbook-too-large': { tone: 'error', ...exportWords.tooLarge },
  'person-erased': {
    tone: 'success',
    title: 'Erased',
    message: 'Everything this person sent is gone from the database.',
  },
  'nobody-erased': {
    tone: 'error',
    title: 'Nothing erased',
    message: 'Nothing is kept about this address.',
  },
} as const satisfies Record<string, { tone: 'success' | 'error'; title: string; message: string }>;

export type FlashMessage = keyof typeof flashMessages;
