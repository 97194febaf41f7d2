import { defineTexts, getCompanyFacts } from '#app/content/company.server.ts';
import { bilingual, listOtherLanguages, type Language } from '#app/content/language.ts';
import { requestFailures } from '#app/content/texts/failures.server.ts';

const getFrameTexts = defineTexts({
  en: {
    logoLabel: '{company}, home',
    home: 'Back to Home',
    backToLogin: 'Back to Login',
    busy: 'Loading',
  },
  el: {
    logoLabel: '{company}, αρχική',
    home: 'Επιστροφή στην αρχική',
    backToLogin: 'Επιστροφή στη σύνδεση',
    busy: 'Φόρτωση',
  },
});

/** Returns the texts that the login page and the password page share. */
export function getAuthPageTexts(language: Language) {
  return {
    ...getFrameTexts(language),
    brand: getCompanyFacts().brand,
    failures: requestFailures[language],
    otherLanguages: listOtherLanguages(language),
  } as const;
}

export type AuthPageTexts = ReturnType<typeof getAuthPageTexts>;

export function getSignInTexts(language: Language) {
  const { email, password, resetFailed, failed } = signInTexts[language];
  return {
    ...signInPage[language],
    errors: { email, password },
    lock: getLockTexts(language),
    resetFailed,
    failedTitle: failed.title,
  };
}

/** Returns the texts of the page that asks for a code after the password. */
export function getSecondStepTexts(language: Language) {
  const { title, note, code, button } = secondStepPage[language];
  const failedTitle = signInTexts[language].failed.title;
  return { title, note, code, button, lock: getLockTexts(language), failedTitle };
}

function getLockTexts(language: Language) {
  const { retryIn, minutesLeft, untilRetry } = lockTexts[language];
  return { ...signInTexts[language].locked, retryIn, minutesLeft, untilRetry };
}

export type SignInTexts = ReturnType<typeof getSignInTexts>;
export type SecondStepTexts = ReturnType<typeof getSecondStepTexts>;

export const signInPage = bilingual({
  en: {
    title: 'Staff login',
    note: 'This area is for invited users.',
    email: 'Email',
    password: 'Password',
    button: 'Login',
    passkey: 'Log in with a passkey',
    passkeyFailed: 'No passkey was used. Please try again, or log in with your password.',
    forgot: 'Forgot password?',
    sendReset: 'Send reset link',
    forgotTitle: 'Forgot password',
    forgotNote: 'Enter your email. We will send you a link to set a new password.',
  },
  el: {
    title: 'Σύνδεση προσωπικού',
    note: 'Η είσοδος γίνεται μόνο με πρόσκληση.',
    email: 'Email',
    password: 'Συνθηματικό',
    button: 'Σύνδεση',
    passkey: 'Σύνδεση με κλειδί πρόσβασης',
    passkeyFailed:
      'Δεν χρησιμοποιήθηκε κλειδί πρόσβασης. Δοκιμάστε ξανά ή συνδεθείτε με το συνθηματικό σας.',
    forgot: 'Ξεχάσατε το συνθηματικό;',
    sendReset: 'Αποστολή συνδέσμου',
    forgotTitle: 'Ξεχάσατε το συνθηματικό;',
    forgotNote: 'Γράψτε το email σας. Θα σας στείλουμε σύνδεσμο για να ορίσετε νέο συνθηματικό.',
  },
});

export const signedOut = bilingual({
  en: {
    title: 'You have been logged out',
    logInAgain: 'Log in to carry on where you left off.',
    nothingSaved: 'Your session has ended. Nothing was saved.',
    typedHeading: 'What you had typed',
    typedNote: 'Copy what you need before you log in.',
    reasons: {
      elsewhere: () => 'Your session was ended from another browser.',
      operator: () => 'Your session was ended by the operator of the site.',
      password: () => 'Your password was changed.',
      idle: ({ idleHours }: { idleHours: number }) => `You were inactive for ${idleHours} hours.`,
      expired: ({ maxDays }: { maxDays: number }) => `A session lasts ${maxDays} days at most.`,
      displaced: ({ maxSessions }: { maxSessions: number }) =>
        `You have logged in on another browser, and only ${maxSessions} can be logged in at once.`,
      unknown: () => 'This browser no longer has your session cookie.',
    },
  },
  el: {
    title: 'Έχετε αποσυνδεθεί',
    logInAgain: 'Συνδεθείτε για να συνεχίσετε από εκεί που ήσασταν.',
    nothingSaved: 'Η σύνδεσή σας έχει λήξει. Δεν αποθηκεύτηκε τίποτα.',
    typedHeading: 'Όσα είχατε γράψει',
    typedNote: 'Αντιγράψτε όσα χρειάζεστε προτού συνδεθείτε.',
    reasons: {
      elsewhere: () => 'Η σύνδεσή σας τερματίστηκε από άλλο πρόγραμμα περιήγησης.',
      operator: () => 'Η σύνδεσή σας τερματίστηκε από τον διαχειριστή του ιστοτόπου.',
      password: () => 'Το συνθηματικό σας άλλαξε.',
      idle: ({ idleHours }: { idleHours: number }) =>
        `Πέρασαν ${idleHours} ώρες χωρίς καμία ενέργεια.`,
      expired: ({ maxDays }: { maxDays: number }) =>
        `Μια σύνδεση διαρκεί το πολύ ${maxDays} ημέρες.`,
      displaced: ({ maxSessions }: { maxSessions: number }) =>
        `Συνδεθήκατε από άλλο πρόγραμμα περιήγησης, και επιτρέπονται το πολύ ${maxSessions} ταυτόχρονες συνδέσεις.`,
      unknown: () => 'Το πρόγραμμα περιήγησης δεν έχει πια το cookie της σύνδεσής σας.',
    },
  },
});

export const secondStepPage = bilingual({
  en: {
    title: 'Enter your code',
    note: 'Six digits from your app, or one of your recovery codes.',
    code: 'Code',
    button: 'Login',
    wrong: 'This code is not valid or has already been used',
  },
  el: {
    title: 'Γράψτε τον κωδικό σας',
    note: 'Έξι ψηφία από την εφαρμογή σας ή ένας από τους κωδικούς ανάκτησης.',
    code: 'Κωδικός',
    button: 'Σύνδεση',
    wrong: 'Ο κωδικός δεν ισχύει ή έχει ήδη χρησιμοποιηθεί',
  },
});

export const signInTexts = bilingual({
  en: {
    email: {
      title: 'Invalid email format',
      text: 'Please enter a valid email address',
    },
    password: {
      title: 'Invalid password',
      text: 'Password must be at least 8 characters',
    },
    security: {
      title: 'Security error',
      text: 'Session expired. Please refresh the page.',
    },
    failed: { title: 'Login failed', text: 'Invalid email or password' },
    busy: { title: 'Login failed', text: 'The server is busy. Please try again in a moment.' },
    success: {
      title: 'Login successful',
      text: 'Welcome to the admin dashboard',
    },
    locked: {
      title: 'Account temporarily locked',
      text: 'Too many failed login attempts. Please try again later.',
    },
    resetSent: {
      title: 'Password reset email sent',
      text: 'Please check your email for instructions to reset your password',
    },
    resetFailed: {
      title: 'Error sending reset email',
      text: 'If your email is registered, you will receive reset instructions',
    },
  },
  el: {
    email: {
      title: 'Ελέγξτε το email',
      text: 'Γράψτε μια έγκυρη διεύθυνση email',
    },
    password: {
      title: 'Ελέγξτε το συνθηματικό',
      text: 'Το συνθηματικό πρέπει να έχει τουλάχιστον 8 χαρακτήρες',
    },
    security: {
      title: 'Σφάλμα ασφαλείας',
      text: 'Η φόρμα έληξε. Ανανεώστε τη σελίδα.',
    },
    failed: { title: 'Η σύνδεση απέτυχε', text: 'Λάθος email ή συνθηματικό' },
    busy: {
      title: 'Η σύνδεση απέτυχε',
      text: 'Ο διακομιστής είναι απασχολημένος. Δοκιμάστε ξανά σε λίγο.',
    },
    success: {
      title: 'Επιτυχής σύνδεση',
      text: 'Καλώς ήρθατε στη διαχείριση του ιστοτόπου',
    },
    locked: {
      title: 'Ο λογαριασμός κλειδώθηκε προσωρινά',
      text: 'Πολλές αποτυχημένες προσπάθειες σύνδεσης. Δοκιμάστε ξανά αργότερα.',
    },
    resetSent: {
      title: 'Το email επαναφοράς στάλθηκε',
      text: 'Δείτε στο email σας πώς θα ορίσετε νέο συνθηματικό',
    },
    resetFailed: {
      title: 'Το email επαναφοράς δεν στάλθηκε',
      text: 'Δοκιμάστε ξανά σε λίγο. Οδηγίες στέλνονται μόνο σε καταχωρισμένα email.',
    },
  },
});

const lockTexts = bilingual({
  en: {
    title: 'Access temporarily blocked',
    retryIn: {
      one: 'Please try again in {count} minute(s).',
      other: 'Please try again in {count} minute(s).',
    },
    minutesLeft: { one: '{count} minute left', other: '{count} minutes left' },
    untilRetry: 'until you can try again',
  },
  el: {
    title: 'Η πρόσβαση έχει αποκλειστεί προσωρινά',
    retryIn: { one: 'Δοκιμάστε ξανά σε {count} λεπτό.', other: 'Δοκιμάστε ξανά σε {count} λεπτά.' },
    minutesLeft: { one: 'απομένει {count} λεπτό', other: 'απομένουν {count} λεπτά' },
    untilRetry: 'μέχρι να μπορέσετε να δοκιμάσετε ξανά',
  },
});

/** Returns the texts that say in how many minutes a locked client can try again. */
export function formatLockTexts(
  minutesLeft: number,
  language: Language,
): { title: string; text: string } {
  const { title, retryIn } = lockTexts[language];
  const text = minutesLeft === 1 ? retryIn.one : retryIn.other;
  return { title, text: text.replace('{count}', String(minutesLeft)) };
}

/** Returns the texts of the page for a new password. */
export function getResetTexts(language: Language) {
  const { missing, incomplete, failed } = resetErrors[language];
  // Reasons that the browser detects itself: the server never sees the tokens of the link.
  return { ...resetPasswordPage[language], errors: { missing, incomplete, failed } };
}

export const resetPasswordPage = bilingual({
  en: {
    title: 'Set a new password',
    accountNote: 'This sets the password for',
    note: 'At least 8 characters. You will log in with it from now on.',
    password: 'New Password',
    confirmation: 'Confirm Password',
    button: 'Set password',
    useCode: 'Link didn’t open? Use the code from the email',
    otherCode: 'Not your account? Enter another code',
    codeNote: 'Open the link in your email, or enter the code from the same email.',
    code: 'Code',
    continue: 'Continue',
    requestNew: 'Request a new link',
    passwordUpdated: 'Password updated',
    toLogin: 'Go to Login',
  },
  el: {
    title: 'Ορίστε νέο συνθηματικό',
    accountNote: 'Εδώ ορίζετε το συνθηματικό του λογαριασμού',
    note: 'Τουλάχιστον 8 χαρακτήρες. Με αυτό θα συνδέεστε από εδώ και πέρα.',
    password: 'Νέο συνθηματικό',
    confirmation: 'Επιβεβαίωση συνθηματικού',
    button: 'Ορισμός συνθηματικού',
    useCode: 'Δεν άνοιξε ο σύνδεσμος; Χρησιμοποιήστε τον κωδικό του email',
    otherCode: 'Δεν είναι ο λογαριασμός σας; Γράψτε άλλον κωδικό',
    codeNote: 'Ανοίξτε τον σύνδεσμο του email που λάβατε ή γράψτε τον κωδικό που τον συνοδεύει.',
    code: 'Κωδικός',
    continue: 'Συνέχεια',
    requestNew: 'Ζητήστε νέο σύνδεσμο',
    passwordUpdated: 'Το συνθηματικό άλλαξε',
    toLogin: 'Μετάβαση στη σύνδεση',
  },
});

export const resetErrors = bilingual({
  en: {
    missing: 'No password reset token found. Please use the link from your email.',
    incomplete: 'Invalid password reset link. Please request a new one.',
    invalidLink: 'Invalid or expired password reset token. Please request a new one.',
    failed: 'Failed to set password. Please try again.',
    otherAccount:
      'Another link was opened in this browser in the meantime. Nothing was changed: check whose password you are setting, then enter the new password again.',
  },
  el: {
    missing: 'Δεν βρέθηκαν στοιχεία επαναφοράς. Χρησιμοποιήστε τον σύνδεσμο του email που λάβατε.',
    incomplete: 'Ο σύνδεσμος επαναφοράς δεν είναι έγκυρος. Ζητήστε νέο.',
    invalidLink: 'Ο σύνδεσμος ή ο κωδικός επαναφοράς δεν ισχύει ή έχει λήξει. Ζητήστε νέο.',
    failed: 'Το συνθηματικό δεν ορίστηκε. Δοκιμάστε ξανά.',
    otherAccount:
      'Στο μεταξύ άνοιξε άλλος σύνδεσμος σε αυτό το πρόγραμμα περιήγησης. Δεν άλλαξε τίποτα: ελέγξτε για ποιον λογαριασμό ορίζετε συνθηματικό και γράψτε ξανά το νέο συνθηματικό.',
  },
});

export const passwordErrors = bilingual({
  en: {
    tooShort: (characters: number) => `Password must be at least ${characters} characters`,
    tooLong: (characters: number) => `Password must be at most ${characters} characters`,
    guessable: 'This password is too easy to guess. Choose another one.',
    different: 'Passwords do not match',
  },
  el: {
    tooShort: (characters: number) =>
      `Το συνθηματικό πρέπει να έχει τουλάχιστον ${characters} χαρακτήρες`,
    tooLong: (characters: number) =>
      `Το συνθηματικό πρέπει να έχει το πολύ ${characters} χαρακτήρες`,
    guessable: 'Αυτό το συνθηματικό μαντεύεται πολύ εύκολα. Διαλέξτε άλλο.',
    different: 'Τα συνθηματικά δεν είναι ίδια',
  },
});

export const getAuthPageDescriptions = defineTexts({
  en: {
    signIn: 'Log in to the {company} desk. For invited staff only.',
    secondStep: 'The second step of logging in to the {company} desk.',
    resetPassword: 'Set a new password with the link or the code from your email.',
  },
  el: {
    signIn:
      'Σύνδεση στη διαχείριση του ιστοτόπου της {company}. Μόνο για εξουσιοδοτημένο προσωπικό.',
    secondStep: 'Το δεύτερο βήμα της σύνδεσης στη διαχείριση του ιστοτόπου της {company}.',
    resetPassword: 'Ορίστε νέο συνθηματικό με τον σύνδεσμο ή τον κωδικό του email που λάβατε.',
  },
});
