import { signInMessages } from './sign-in.ts';

/** What is said once after a redirect in the admin area: the cookie holds a name from this list. */
export const adminNotices = {
  welcome: { tone: 'success', ...signInMessages.success },
  'reset-sent': { tone: 'success', ...signInMessages.resetSent },
  'password-updated': { tone: 'success', title: 'Password updated', message: '' },
  'signed-out-everywhere': {
    tone: 'success',
    title: 'Signed out everywhere else',
    message: 'Only this browser is still signed in.',
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
} as const satisfies Record<string, { tone: 'success' | 'error'; title: string; message: string }>;

export type AdminNotice = keyof typeof adminNotices;
