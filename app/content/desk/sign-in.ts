/** The words of the admin login and of the forgot-password form (ledger AL-1). */
export const signIn = {
  title: 'Admin login',
  note: 'This area is for invited users.',
  email: 'Email',
  password: 'Password',
  button: 'Login',
  forgot: 'Forgot password?',
  home: 'Back to Home',
  sendReset: 'Send reset link',
  backToLogin: 'Back to Login',
  forgotTitle: 'Forgot password',
  forgotNote: 'Enter your email. We send you a link to set a new one.',
  busy: 'Loading',
  untilUnlocked: 'until you can try again',
} as const;

/** Why somebody meets the login who had not logged out. */
export const signedOut = {
  title: 'You have been signed out',
  back: 'Log in to go on where you were.',
  kept: (minutes: number) =>
    `What you sent last was not saved. Log in within ${minutes} minutes and it is offered to you again.`,
  reasons: {
    elsewhere: () => 'Your session was ended from another browser.',
    operator: () => 'Your session was ended by the operator of the site.',
    password: () => 'Your password was changed.',
    idle: ({ idleHours }: { idleHours: number }) => `Nothing was done for ${idleHours} hours.`,
    expired: ({ maxDays }: { maxDays: number }) => `A session lasts ${maxDays} days at most.`,
    displaced: ({ most }: { most: number }) =>
      `You are signed in with ${most} other browsers, which is the most.`,
  },
} as const;

/** The words of the second step of a login. */
export const secondStep = {
  title: 'Enter your code',
  note: 'Six digits from your app, or one of your recovery codes.',
  code: 'Code',
  button: 'Login',
  wrong: 'This code is not valid, or it was used already',
} as const;

/** The words of the page where a password is set (ledger RP-3 to RP-6). */
export const resetPassword = {
  title: 'Set a new password',
  whose: 'This sets the password of',
  note: 'At least 8 characters. You will log in with it from now on.',
  password: 'New Password',
  confirmation: 'Confirm Password',
  button: 'Set password',
  useCode: 'Link did not open? Use the code from the email',
  otherCode: 'Not your account? Enter another code',
  codeNote: 'Open the link from your email, or enter the code that it carries.',
  code: 'Code',
  continue: 'Continue',
  requestNew: 'Request a new link',
  done: 'Password updated',
  toLogin: 'Go to Login',
} as const;

/** Why a password cannot be set (ledger RP-3, RP-5). */
export const resetErrors = {
  missing: 'No password reset token found. Please use the link from your email.',
  incomplete: 'Invalid password reset link. Please request a new one.',
  dead: 'Invalid or expired password reset token. Please request a new one.',
  failed: 'Failed to set password. Please try again.',
  otherAccount:
    'Another link was opened in this browser meanwhile. Nothing was changed: check whose password you set, and enter it again.',
} as const;

/** What the login says: ledger AL-2, AL-3, AL-5 to AL-7. */
export const signInMessages = {
  email: {
    title: 'Invalid email format',
    message: 'Please enter a valid email address',
  },
  password: {
    title: 'Invalid password',
    message: 'Password must be at least 8 characters',
  },
  security: {
    title: 'Security error',
    message: 'Session expired. Please refresh the page.',
  },
  failed: { title: 'Login failed', message: 'Invalid email or password' },
  busy: { title: 'Login failed', message: 'The server is busy. Please try again in a moment.' },
  success: {
    title: 'Login successful',
    message: 'Welcome to the admin dashboard',
  },
  locked: {
    title: 'Account temporarily locked',
    message: 'Too many failed login attempts. Please try again later.',
  },
  resetSent: {
    title: 'Password reset email sent',
    message: 'Please check your email for instructions to reset your password',
  },
  resetFailed: {
    title: 'Error sending reset email',
    message: 'If your email is registered, you will receive reset instructions',
  },
} as const;

/** The answer to a login sent while the account is locked (AL-6); the time in whole minutes. */
export function blockedMessage(minutes: number): { title: string; message: string } {
  return {
    title: 'Access temporarily blocked',
    message: `Please try again in ${minutes} minute(s).`,
  };
}
