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
