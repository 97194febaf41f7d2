/** What the pages for staff say about themselves in their heads (ledger SE-2). */
export const adminPages = {
  signIn: {
    path: '/admin',
    description: 'Log in to the enquiries of DRYS Woodworking. For invited staff only.',
  },
  secondStep: {
    path: '/admin/code',
    description: 'The second step of the login to the enquiries of DRYS Woodworking.',
  },
  resetPassword: {
    path: '/reset-password',
    description: 'Set a new password with the link or the code from your e-mail.',
  },
  desk: {
    path: '/admin/dashboard',
    description: 'The enquiries that came in by the contact form, newest first.',
  },
  account: {
    path: '/admin/dashboard/account',
    description: 'Your browsers, your password and your two-step login.',
  },
  password: {
    path: '/admin/dashboard/account/password',
    description: 'Change the password that you log in with.',
  },
  twoStep: {
    path: '/admin/dashboard/account/two-step',
    description: 'Turn the two-step login with an authenticator app on or off.',
  },
  quarantine: {
    path: '/admin/dashboard/quarantine',
    description: 'Enquiries that were set aside as spam and can be brought back.',
  },
  person: {
    path: '/admin/dashboard/person',
    description: 'Export or erase what is stored about one person.',
  },
} as const;
