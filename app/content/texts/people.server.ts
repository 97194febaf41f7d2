import { bilingual } from '#app/content/language.ts';

export const peopleTexts = bilingual({
  en: {
    title: 'People',
    description: 'Who can log in here: invite people, disable accounts, log people out.',
    intro: 'Everybody with an account here. The link in an invitation is valid for 7 days.',
    email: 'Email',
    language: 'Language of the invitation',
    state: 'State',
    states: { invited: 'Invited', active: 'Active', disabled: 'Disabled' },
    lastSignIn: 'Last login',
    neverSignedIn: 'Never',
    actions: 'Actions',
    twoStep: 'Two-step login',
    passkey: 'Passkey',
    invite: 'Invite',
    inviteAgain: 'Invite again',
    disable: 'Disable',
    enable: 'Enable',
    signOut: 'Log out everywhere',
    errors: {
      invalid: 'Please enter a valid email address.',
      active: 'This person can already log in.',
      disabled: 'This account is disabled. Enable it instead.',
      'own-account': 'You cannot disable your own account.',
      'not-found': 'This account no longer exists.',
      'rate-limited': 'You have sent 10 invitations in 24 hours. Please try again later.',
    },
  },
  el: {
    title: 'Χρήστες',
    description: 'Ποιοι μπορούν να συνδεθούν εδώ: πρόσκληση, απενεργοποίηση, αποσύνδεση.',
    intro:
      'Όλοι όσοι έχουν λογαριασμό εδώ. Η πρόσκληση είναι ένα email με σύνδεσμο που ισχύει για 7 ημέρες.',
    email: 'Email',
    language: 'Γλώσσα της πρόσκλησης',
    state: 'Κατάσταση',
    states: { invited: 'Προσκεκλημένος', active: 'Ενεργός', disabled: 'Ανενεργός' },
    lastSignIn: 'Τελευταία σύνδεση',
    neverSignedIn: 'Ποτέ',
    actions: 'Ενέργειες',
    twoStep: 'Σύνδεση σε δύο βήματα',
    passkey: 'Κλειδί πρόσβασης',
    invite: 'Πρόσκληση',
    inviteAgain: 'Νέα πρόσκληση',
    disable: 'Απενεργοποίηση',
    enable: 'Ενεργοποίηση',
    signOut: 'Αποσύνδεση από παντού',
    errors: {
      invalid: 'Γράψτε μια έγκυρη διεύθυνση email.',
      active: 'Ο χρήστης μπορεί ήδη να συνδεθεί.',
      disabled: 'Ο λογαριασμός είναι ανενεργός. Ενεργοποιήστε τον.',
      'own-account': 'Δεν μπορείτε να απενεργοποιήσετε τον δικό σας λογαριασμό.',
      'not-found': 'Ο λογαριασμός δεν υπάρχει πια.',
      'rate-limited': 'Στείλατε 10 προσκλήσεις μέσα σε 24 ώρες. Δοκιμάστε ξανά αργότερα.',
    },
  },
});

export const confirmationTexts = bilingual({
  en: {
    title: 'Enter your password',
    note: 'You will not be asked again for 10 minutes.',
    password: 'Current Password',
    code: 'Code from the app',
    button: 'Confirm',
    cancel: 'Cancel',
  },
  el: {
    title: 'Γράψτε το συνθηματικό σας',
    note: 'Δεν θα σας ζητηθεί ξανά για 10 λεπτά.',
    password: 'Τρέχον συνθηματικό',
    code: 'Κωδικός από την εφαρμογή',
    button: 'Επιβεβαίωση',
    cancel: 'Ακύρωση',
  },
});

/** The changes that need the password. {name} is the email of an account, or the name of a passkey. */
export const confirmedChanges = bilingual({
  en: {
    invite: 'To invite {name}, enter your password.',
    disable: 'To disable the account of {name}, enter your password.',
    enable: 'To enable the account of {name}, enter your password.',
    signOut: 'To log {name} out everywhere, enter your password.',
    signOutOthers: 'To log out everywhere else, enter your password.',
    changePassword: 'To change the password of {name}, enter the current one.',
    turnOnTwoStep: 'To turn on two-step login for {name}, enter your password.',
    turnOffTwoStep: 'To turn off two-step login for {name}, enter your password.',
    addPasskey: 'To add the passkey “{name}”, enter your password.',
    removePasskey: 'To remove the passkey “{name}”, enter your password.',
  },
  el: {
    invite: 'Για να προσκαλέσετε τον χρήστη {name}, γράψτε το συνθηματικό σας.',
    disable: 'Για να απενεργοποιηθεί ο λογαριασμός του χρήστη {name}, γράψτε το συνθηματικό σας.',
    enable: 'Για να ενεργοποιηθεί ο λογαριασμός του χρήστη {name}, γράψτε το συνθηματικό σας.',
    signOut: 'Για να αποσυνδεθεί από παντού ο χρήστης {name}, γράψτε το συνθηματικό σας.',
    signOutOthers: 'Για να αποσυνδεθείτε από παντού αλλού, γράψτε το συνθηματικό σας.',
    changePassword: 'Για να αλλάξει το συνθηματικό του χρήστη {name}, γράψτε το τρέχον.',
    turnOnTwoStep:
      'Για να ενεργοποιηθεί η σύνδεση σε δύο βήματα για τον χρήστη {name}, γράψτε το συνθηματικό σας.',
    turnOffTwoStep:
      'Για να απενεργοποιηθεί η σύνδεση σε δύο βήματα για τον χρήστη {name}, γράψτε το συνθηματικό σας.',
    addPasskey: 'Για να προστεθεί το κλειδί πρόσβασης «{name}», γράψτε το συνθηματικό σας.',
    removePasskey: 'Για να αφαιρεθεί το κλειδί πρόσβασης «{name}», γράψτε το συνθηματικό σας.',
  },
});

export type ConfirmedChange = keyof (typeof confirmedChanges)['en'];

export const passkeyTexts = bilingual({
  en: {
    heading: 'Passkeys',
    note: 'Log in with your phone, your fingerprint or a security key instead of your password.',
    name: 'Name',
    add: 'Add a passkey',
    remove: 'Remove',
    failed: {
      title: 'Passkey not added',
      text: 'The browser did not confirm it in time. Please try again.',
    },
    alreadyAdded: {
      title: 'Passkey not added',
      text: 'This device already has a passkey for this account.',
    },
    notRemoved: {
      title: 'Passkey not removed',
      text: 'Your account has no such passkey. Check the list on this page.',
    },
  },
  el: {
    heading: 'Κλειδιά πρόσβασης',
    note: 'Συνδεθείτε με το κινητό, το δακτυλικό αποτύπωμα ή ένα κλειδί ασφαλείας αντί για συνθηματικό.',
    name: 'Όνομα',
    add: 'Προσθήκη κλειδιού πρόσβασης',
    remove: 'Αφαίρεση',
    failed: {
      title: 'Το κλειδί πρόσβασης δεν προστέθηκε',
      text: 'Δεν επιβεβαιώθηκε εγκαίρως. Δοκιμάστε ξανά.',
    },
    alreadyAdded: {
      title: 'Το κλειδί πρόσβασης δεν προστέθηκε',
      text: 'Η συσκευή αυτή έχει ήδη κλειδί πρόσβασης για τον λογαριασμό σας.',
    },
    notRemoved: {
      title: 'Το κλειδί πρόσβασης δεν αφαιρέθηκε',
      text: 'Ο λογαριασμός σας δεν έχει τέτοιο κλειδί. Ελέγξτε τη λίστα σε αυτή τη σελίδα.',
    },
  },
});

export type PasskeyTexts = (typeof passkeyTexts)['en'];
