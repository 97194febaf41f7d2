import { bilingual } from '#app/content/language.ts';

export const accountTexts = bilingual({
  en: {
    title: 'Your account',
    description: 'Your browsers, your password, your passkeys and your two-step login.',
    backToEnquiries: 'Back to enquiries',
    sessions: {
      heading: 'Browsers',
      count: {
        one: 'You are logged in on this browser only.',
        other: 'You are logged in on {count} browsers.',
      },
      button: 'Log out everywhere else',
    },
    password: {
      heading: 'Password',
      description: 'Change the password that you log in with.',
      note: 'Changing it logs you out everywhere else.',
      link: 'Change password',
      button: 'Change password',
    },
    twoStep: {
      heading: 'Two-step login',
      description: 'Turn two-step login with an authenticator app on or off.',
      statusOff: 'Off. You log in with your password alone.',
      statusOn: {
        one: 'On. {count} recovery code is left.',
        other: 'On. {count} recovery codes are left.',
      },
      turnOn: 'Turn on',
      turnOff: 'Turn off',
      scan: 'Scan this with an authenticator app, or type the key into the app.',
      openApp: 'Open the app on this phone',
      key: 'Key',
      picture: 'QR code for the authenticator app',
      code: 'Code from the app',
      codesHeading: 'Save these recovery codes',
      codesNote: 'Each one logs you in once if you lose your phone. They are not shown again.',
      codesSaved: 'I have saved them',
    },
    identity: {
      heading: 'Your details',
      note: 'Customers see these: your replies are sent in your name and signed with name, role and phone. All fields are optional.',
      fields: {
        name: 'Name',
        role_en: 'Role, in English',
        role_el: 'Role, in Greek',
        phone: 'Phone',
      },
      button: 'Save details',
    },
    language: {
      heading: 'Language',
      note: 'Used at the desk and in emails to you.',
      label: 'Language',
      button: 'Save language',
    },
    digest: {
      heading: 'Daily digest',
      note: 'An email at 8:30 on business days: new and overdue enquiries, follow-ups, customers’ replies and certificates about to expire. No email when there is nothing to report.',
      label: 'Send me the digest',
      button: 'Save setting',
    },
    backToAccount: 'Back to your account',
  },
  el: {
    title: 'Ο λογαριασμός σας',
    description:
      'Οι συνδέσεις σας, το συνθηματικό, τα κλειδιά πρόσβασης και η σύνδεση σε δύο βήματα.',
    backToEnquiries: 'Επιστροφή στα αιτήματα',
    sessions: {
      heading: 'Συνδέσεις',
      count: {
        one: 'Έχετε συνδεθεί μόνο από εδώ.',
        other: 'Ανοιχτές συνδέσεις: {count}, μαζί με αυτή.',
      },
      button: 'Αποσύνδεση από παντού αλλού',
    },
    password: {
      heading: 'Συνθηματικό',
      description: 'Αλλάξτε το συνθηματικό με το οποίο συνδέεστε.',
      note: 'Η αλλαγή σάς αποσυνδέει από όλα τα άλλα προγράμματα περιήγησης.',
      link: 'Αλλαγή συνθηματικού',
      button: 'Αλλαγή συνθηματικού',
    },
    twoStep: {
      heading: 'Σύνδεση σε δύο βήματα',
      description: 'Ενεργοποίηση ή απενεργοποίηση της σύνδεσης σε δύο βήματα με εφαρμογή.',
      statusOff: 'Ανενεργή. Συνδέεστε μόνο με το συνθηματικό σας.',
      statusOn: {
        one: 'Ενεργή. Απομένει {count} κωδικός ανάκτησης.',
        other: 'Ενεργή. Απομένουν {count} κωδικοί ανάκτησης.',
      },
      turnOn: 'Ενεργοποίηση',
      turnOff: 'Απενεργοποίηση',
      scan: 'Σαρώστε τον κωδικό QR με μια εφαρμογή ελέγχου ταυτότητας ή γράψτε εκεί το κλειδί.',
      openApp: 'Άνοιγμα της εφαρμογής σε αυτό το κινητό',
      key: 'Κλειδί',
      picture: 'Κωδικός QR για την εφαρμογή ελέγχου ταυτότητας',
      code: 'Κωδικός από την εφαρμογή',
      codesHeading: 'Φυλάξτε αυτούς τους κωδικούς ανάκτησης',
      codesNote:
        'Αν χάσετε το τηλέφωνό σας, κάθε κωδικός σάς συνδέει μία φορά. Οι κωδικοί δεν θα εμφανιστούν ξανά.',
      codesSaved: 'Τους φύλαξα',
    },
    identity: {
      heading: 'Τα στοιχεία σας',
      note: 'Τα βλέπουν οι πελάτες: οι απαντήσεις σας φεύγουν με το όνομά σας και υπογράφονται με όνομα, θέση και τηλέφωνο. Όλα τα πεδία είναι προαιρετικά.',
      fields: {
        name: 'Όνομα',
        role_en: 'Θέση, στα αγγλικά',
        role_el: 'Θέση, στα ελληνικά',
        phone: 'Τηλέφωνο',
      },
      button: 'Αποθήκευση στοιχείων',
    },
    language: {
      heading: 'Γλώσσα',
      note: 'Ισχύει για τη διαχείριση και για τα email προς εσάς.',
      label: 'Γλώσσα',
      button: 'Αποθήκευση γλώσσας',
    },
    digest: {
      heading: 'Ημερήσια σύνοψη',
      note: 'Ένα email στις 8:30 τις εργάσιμες ημέρες: νέα και εκπρόθεσμα αιτήματα, υπενθυμίσεις, απαντήσεις πελατών και πιστοποιητικά που λήγουν. Όταν δεν υπάρχει κάτι να αναφέρει, δεν στέλνεται.',
      label: 'Να μου στέλνεται η σύνοψη',
      button: 'Αποθήκευση ρύθμισης',
    },
    backToAccount: 'Επιστροφή στον λογαριασμό σας',
  },
});

export const accountErrors = bilingual({
  en: {
    notCurrent: 'This is not your current password.',
    wrongCode: 'This code is not valid. Enter the one that the app shows now.',
    already: 'Two-step login is already on.',
    tooLong: (max: number) => `Please use at most ${max} characters.`,
    locked: (minutes: number) =>
      `Too many wrong passwords. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  },
  el: {
    notCurrent: 'Αυτό δεν είναι το τρέχον συνθηματικό σας.',
    wrongCode: 'Ο κωδικός δεν ισχύει. Γράψτε αυτόν που δείχνει τώρα η εφαρμογή.',
    already: 'Η σύνδεση σε δύο βήματα είναι ήδη ενεργή.',
    tooLong: (max: number) => `Γράψτε έως ${max} χαρακτήρες.`,
    locked: (minutes: number) =>
      `Γράψατε πολλές φορές λάθος συνθηματικό. Δοκιμάστε ξανά σε ${minutes} ${minutes === 1 ? 'λεπτό' : 'λεπτά'}.`,
  },
});

export type AccountTexts = (typeof accountTexts)['en'];
