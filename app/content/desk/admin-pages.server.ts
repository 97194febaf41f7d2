import { bilingual } from '#app/content/language.ts';

/** What the pages for staff say about themselves in their heads (ledger SE-2). */
export const adminPages = bilingual({
  en: {
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
    numbers: {
      path: '/admin/dashboard/numbers',
      description: 'How many enquiries came in, and how soon they were answered.',
    },
    quarantine: {
      path: '/admin/dashboard/quarantine',
      description: 'Enquiries that were set aside as spam and can be brought back.',
    },
    templates: {
      path: '/admin/dashboard/templates',
      description: 'The texts that replies to enquiries start from, in English and in Greek.',
    },
    person: {
      path: '/admin/dashboard/person',
      description: 'Export or erase what is stored about one person.',
    },
  },
  el: {
    signIn: {
      path: '/admin',
      description:
        'Σύνδεση στη διαχείριση αιτημάτων της DRYS Woodworking. Μόνο για εξουσιοδοτημένο προσωπικό.',
    },
    secondStep: {
      path: '/admin/code',
      description: 'Το δεύτερο βήμα της σύνδεσης στη διαχείριση αιτημάτων της DRYS Woodworking.',
    },
    resetPassword: {
      path: '/reset-password',
      description: 'Ορίστε νέο συνθηματικό με τον σύνδεσμο ή τον κωδικό του email που λάβατε.',
    },
    desk: {
      path: '/admin/dashboard',
      description: 'Τα αιτήματα από τη φόρμα επικοινωνίας, πρώτα τα πιο πρόσφατα.',
    },
    account: {
      path: '/admin/dashboard/account',
      description: 'Οι συνδέσεις σας, το συνθηματικό σας και η σύνδεση σε δύο βήματα.',
    },
    password: {
      path: '/admin/dashboard/account/password',
      description: 'Αλλάξτε το συνθηματικό με το οποίο συνδέεστε.',
    },
    twoStep: {
      path: '/admin/dashboard/account/two-step',
      description: 'Ενεργοποίηση ή απενεργοποίηση της σύνδεσης σε δύο βήματα με εφαρμογή.',
    },
    numbers: {
      path: '/admin/dashboard/numbers',
      description: 'Πόσα αιτήματα ήρθαν και πόσο γρήγορα απαντήθηκαν.',
    },
    quarantine: {
      path: '/admin/dashboard/quarantine',
      description: 'Αιτήματα που κρατήθηκαν ως ανεπιθύμητα και μπορούν να επανέλθουν.',
    },
    templates: {
      path: '/admin/dashboard/templates',
      description: 'Τα κείμενα από τα οποία αρχίζουν οι απαντήσεις, στα ελληνικά και στα αγγλικά.',
    },
    person: {
      path: '/admin/dashboard/person',
      description: 'Εξαγωγή ή διαγραφή όσων τηρούνται για ένα πρόσωπο.',
    },
  },
});
