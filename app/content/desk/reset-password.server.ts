import { type Language, bilingual } from '#app/content/language.ts';

export function resetWords(language: Language) {
  const { missing, incomplete, failed } = resetErrors[language];
  // The reasons that the page finds by itself: the link's tokens are for scripts alone.
  return { ...resetPassword[language], faults: { missing, incomplete, failed } };
}

export type ResetWords = ReturnType<typeof resetWords>;

export const resetPassword = bilingual({
  en: {
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
  },
  el: {
    title: 'Ορίστε νέο συνθηματικό',
    whose: 'Εδώ ορίζετε το συνθηματικό του λογαριασμού',
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
    done: 'Το συνθηματικό άλλαξε',
    toLogin: 'Μετάβαση στη σύνδεση',
  },
});

export const resetErrors = bilingual({
  en: {
    missing: 'No password reset token found. Please use the link from your email.',
    incomplete: 'Invalid password reset link. Please request a new one.',
    dead: 'Invalid or expired password reset token. Please request a new one.',
    failed: 'Failed to set password. Please try again.',
    otherAccount:
      'Another link was opened in this browser meanwhile. Nothing was changed: check whose password you set, and enter it again.',
  },
  el: {
    missing: 'Δεν βρέθηκαν στοιχεία επαναφοράς. Χρησιμοποιήστε τον σύνδεσμο του email που λάβατε.',
    incomplete: 'Ο σύνδεσμος επαναφοράς δεν είναι έγκυρος. Ζητήστε νέο.',
    dead: 'Ο σύνδεσμος ή ο κωδικός επαναφοράς δεν ισχύει ή έχει λήξει. Ζητήστε νέο.',
    failed: 'Το συνθηματικό δεν ορίστηκε. Δοκιμάστε ξανά.',
    otherAccount:
      'Στο μεταξύ άνοιξε άλλος σύνδεσμος σε αυτό το πρόγραμμα περιήγησης. Δεν άλλαξε τίποτα: ελέγξτε για ποιον λογαριασμό ορίζετε συνθηματικό και γράψτε το ξανά.',
  },
});

export const passwordFaults = bilingual({
  en: {
    short: (characters: number) => `Password must be at least ${characters} characters`,
    long: (characters: number) => `Password must be at most ${characters} characters`,
    guessable: 'This password is too easy to guess. Choose another one.',
    different: 'Passwords do not match',
  },
  el: {
    short: (characters: number) =>
      `Το συνθηματικό πρέπει να έχει τουλάχιστον ${characters} χαρακτήρες`,
    long: (characters: number) => `Το συνθηματικό πρέπει να έχει το πολύ ${characters} χαρακτήρες`,
    guessable: 'Αυτό το συνθηματικό μαντεύεται πολύ εύκολα. Διαλέξτε άλλο.',
    different: 'Τα συνθηματικά δεν είναι ίδια',
  },
});
