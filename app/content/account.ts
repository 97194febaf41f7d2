/** The words of an admin's own account pages. */
export const account = {
  title: 'Your account',
  back: 'Back to submissions',
  sessions: {
    heading: 'Browsers',
    alone: 'You are signed in with this browser only.',
    several: (count: number) => `You are signed in with ${count} browsers.`,
    button: 'Sign out everywhere else',
  },
  password: {
    heading: 'Password',
    note: 'A change signs you out everywhere else.',
    link: 'Change password',
    current: 'Current Password',
    button: 'Change password',
  },
  twoStep: {
    heading: 'Two-step login',
    off: 'Off. You log in with your password alone.',
    on: (codes: number) => `On. ${codes} recovery codes are left.`,
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    scan: 'Scan this with an authenticator app, or type the key into it.',
    key: 'Key',
    picture: 'QR code for the authenticator app',
    code: 'Code from the app',
    wrong: 'This code is not valid. Enter the one that the app shows now.',
    codesHeading: 'Keep these recovery codes',
    codesNote: 'Each one logs you in once if you lose your telephone. They are not shown again.',
    done: 'I have kept them',
  },
  backToAccount: 'Back to your account',
} as const;
