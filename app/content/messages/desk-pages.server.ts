import { headsOf } from '#app/content/company.server.ts';
import { bilingual } from '#app/content/language.ts';
import { fileMessages } from './enquiry.server.ts';

export const numberMessages = bilingual({
  en: {
    title: 'Numbers',
    intro: 'Enquiries that came in from {from} to {to}.',
    range: {
      label: 'Days shown',
      from: 'From',
      to: 'To',
      show: 'Show',
      weeks: '{weeks} weeks',
    },
    enquiries: 'Enquiries',
    kept: {
      title: 'Answered within {days} business days',
      note: '{kept} of {asked}, once their {days} business days have passed.',
      none: 'No enquiry has had its {days} business days yet.',
    },
    median: {
      title: 'Median time to the first reply',
      hours: { one: '{count} hour', other: '{count} hours' },
      short: 'under 1 hour',
      note: {
        one: 'Of {count} enquiry that was answered.',
        other: 'Of {count} enquiries that were answered.',
      },
      none: 'None has been answered yet.',
    },
    byWeek: 'Enquiries by week',
    open: 'An open frame is an incomplete week: not over yet, or cut off by the days shown.',
    table: 'The weeks as a table',
    week: 'Week',
    byProject: 'Enquiries by project type',
    project: 'Project Type',
    byLanguage: 'Enquiries by language',
    language: 'Language',
    count: 'Enquiries',
    share: 'Share',
    empty: 'No enquiries came in on these days.',
  },
  el: {
    title: 'Στατιστικά',
    intro: 'Αιτήματα που ήρθαν από {from} έως {to}.',
    range: {
      label: 'Ημέρες που εμφανίζονται',
      from: 'Από',
      to: 'Έως',
      show: 'Εμφάνιση',
      weeks: '{weeks} εβδομάδες',
    },
    enquiries: 'Αιτήματα',
    kept: {
      title: 'Απαντήθηκαν μέσα σε {days} εργάσιμες ημέρες',
      note: '{kept} από {asked}, όσα έχουν συμπληρώσει {days} εργάσιμες ημέρες.',
      none: 'Κανένα αίτημα δεν έχει συμπληρώσει ακόμη {days} εργάσιμες ημέρες.',
    },
    median: {
      title: 'Διάμεσος χρόνος έως την πρώτη απάντηση',
      hours: { one: '{count} ώρα', other: '{count} ώρες' },
      short: 'κάτω από 1 ώρα',
      note: {
        one: 'Από {count} αίτημα που απαντήθηκε.',
        other: 'Από {count} αιτήματα που απαντήθηκαν.',
      },
      none: 'Δεν έχει απαντηθεί ακόμη κανένα.',
    },
    byWeek: 'Αιτήματα ανά εβδομάδα',
    open: 'Το ανοιχτό πλαίσιο είναι εβδομάδα που δεν είναι πλήρης: δεν τελείωσε ακόμη ή δεν εμφανίζεται ολόκληρη.',
    table: 'Οι εβδομάδες σε πίνακα',
    week: 'Εβδομάδα',
    byProject: 'Αιτήματα ανά είδος έργου',
    project: 'Είδος έργου',
    byLanguage: 'Αιτήματα ανά γλώσσα',
    language: 'Γλώσσα',
    count: 'Αιτήματα',
    share: 'Ποσοστό',
    empty: 'Αυτές τις ημέρες δεν ήρθαν αιτήματα.',
  },
});

export type NumberMessages = (typeof numberMessages)['en'];

export const templateMessages = bilingual({
  en: {
    title: 'Reply templates',
    intro:
      'What a reply starts from, in the language of the enquiry. {name} becomes the name of the sender, {project} the type of project.',
    none: 'There are no templates. A reply starts empty.',
    change: 'Edit',
    changeOf: 'Edit {name}',
    add: 'Add a template',
    changing: 'Edit template',
    lost: 'There is no such template. It may have been deleted.',
    name: 'Name',
    languages: { en: 'English', el: 'Greek' },
    subject: 'Subject',
    message: 'Message',
    save: 'Save template',
    cancel: 'Cancel',
    delete: 'Delete template',
  },
  el: {
    title: 'Πρότυπα απαντήσεων',
    intro:
      'Από αυτά αρχίζει μια απάντηση, στη γλώσσα του αιτήματος. Στη θέση του {name} μπαίνει το όνομα του αποστολέα και στη θέση του {project} το είδος του έργου.',
    none: 'Δεν υπάρχουν πρότυπα. Κάθε απάντηση αρχίζει κενή.',
    change: 'Επεξεργασία',
    changeOf: 'Επεξεργασία: {name}',
    add: 'Νέο πρότυπο',
    changing: 'Επεξεργασία προτύπου',
    lost: 'Δεν υπάρχει τέτοιο πρότυπο. Ίσως έχει διαγραφεί.',
    name: 'Όνομα',
    languages: { en: 'Αγγλικά', el: 'Ελληνικά' },
    subject: 'Θέμα',
    message: 'Μήνυμα',
    save: 'Αποθήκευση προτύπου',
    cancel: 'Ακύρωση',
    delete: 'Διαγραφή προτύπου',
  },
});

export const templateFaults = bilingual({
  en: {
    marked: 'Please check the marked fields.',
    empty: 'Please fill this in.',
    long: (max: number) => `This holds at most ${max} characters.`,
    unknown: (places: string, known: string) => `Unknown placeholder ${places}. Use ${known}.`,
    taken: 'There is another template with this name.',
    stale:
      'Somebody else has changed it since. Nothing was overwritten. To see theirs, open it again; to replace it, save again.',
    gone: 'Somebody else has deleted it. To keep what you wrote as a new template, save again.',
    staleDeletion: 'Somebody else has changed it since. Look at it first.',
  },
  el: {
    marked: 'Ελέγξτε τα επισημασμένα πεδία.',
    empty: 'Συμπληρώστε το.',
    long: (max: number) => `Χωράει το πολύ ${max} χαρακτήρες.`,
    unknown: (places: string, known: string) => `Άγνωστο πεδίο: ${places}. Διαθέσιμα: ${known}.`,
    taken: 'Υπάρχει άλλο πρότυπο με αυτό το όνομα.',
    stale:
      'Κάποιος άλλος το άλλαξε στο μεταξύ. Δεν αντικαταστάθηκε τίποτα. Για να δείτε το δικό του, ανοίξτε το ξανά· για να το αντικαταστήσετε, αποθηκεύστε ξανά.',
    gone: 'Κάποιος άλλος το διέγραψε. Για να κρατήσετε όσα γράψατε ως νέο πρότυπο, αποθηκεύστε ξανά.',
    staleDeletion: 'Κάποιος άλλος το άλλαξε στο μεταξύ. Δείτε το πρώτα.',
  },
});

export type TemplateMessages = (typeof templateMessages)['en'];

export const quarantineMessages = bilingual({
  en: {
    title: 'Spam',
    intro:
      'Kept for {days} days, outside the enquiries. A password manager may have filled the hidden field for a real person.',
    reasons: { honeypot: 'A field that people do not see was filled in.' },
    about: 'Sent from',
    files: fileMessages.en.heading,
    release: 'Not spam',
    refusals: {
      gone: 'It is no longer here: it has been released or deleted.',
      incomplete: 'It cannot become an enquiry: the form would not have taken it.',
    },
    empty: 'There is no spam.',
    nothingFound: 'No spam matches this search.',
    search: 'Search',
    searchHint: 'Name, email, company, message',
    showAll: 'Show all',
    shown: '{count} shown, newest first.',
    shownOf: '{count} of {total} shown, newest first.',
    notKept: {
      one: '{count} more was counted but not kept: they came from addresses that had sent too many, or when there was no room.',
      other:
        '{count} more were counted but not kept: they came from addresses that had sent too many, or when there was no room.',
    },
  },
  el: {
    title: 'Ανεπιθύμητα',
    intro:
      'Διατηρούνται για {days} ημέρες, χωριστά από τα αιτήματα. Ίσως ένας διαχειριστής συνθηματικών συμπλήρωσε το κρυφό πεδίο στη θέση ενός πραγματικού ανθρώπου.',
    reasons: { honeypot: 'Συμπληρώθηκε ένα πεδίο που οι άνθρωποι δεν βλέπουν.' },
    about: 'Από τη σελίδα',
    files: fileMessages.el.heading,
    release: 'Δεν είναι ανεπιθύμητο',
    refusals: {
      gone: 'Δεν είναι πια εδώ: μεταφέρθηκε στα αιτήματα ή διαγράφηκε.',
      incomplete: 'Δεν μπορεί να γίνει αίτημα: η φόρμα δεν θα το είχε δεχτεί.',
    },
    empty: 'Δεν υπάρχουν ανεπιθύμητα.',
    nothingFound: 'Κανένα ανεπιθύμητο δεν ταιριάζει με αυτή την αναζήτηση.',
    search: 'Αναζήτηση',
    searchHint: 'Όνομα, email, εταιρεία, μήνυμα',
    showAll: 'Εμφάνιση όλων',
    shown: 'Εμφάνιση {count}, πρώτα τα πιο πρόσφατα.',
    shownOf: 'Εμφάνιση {count} από {total}, πρώτα τα πιο πρόσφατα.',
    notKept: {
      one: '{count} ακόμη μετρήθηκε αλλά δεν διατηρήθηκε: ήρθε από διεύθυνση που είχε στείλει πάρα πολλά ή όταν δεν υπήρχε χώρος.',
      other:
        '{count} ακόμη μετρήθηκαν αλλά δεν διατηρήθηκαν: ήρθαν από διευθύνσεις που είχαν στείλει πάρα πολλά ή όταν δεν υπήρχε χώρος.',
    },
  },
});

export type QuarantineMessages = (typeof quarantineMessages)['en'];

export const mailPage = bilingual({
  en: {
    title: 'Emails that could not be sent',
    description: 'Emails that could not be sent, to be sent again or discarded.',
    intro:
      'The mail server refused these, or did not take them for days. What they say is kept until you send them again or discard them, for at most 30 days.',
    none: 'All emails have gone out or are on their way.',
    unreadable: 'An email that can no longer be read',
    dated: 'Its link no longer works.',
    view: 'View enquiry',
    again: 'Send again',
    discard: 'Discard',
    gone: 'It is no longer here: it is on its way again, or it was discarded.',
    refused: (code: string) => `refused by the mail server (${code})`,
    notTaken: (days: number, reason: string) => `not taken for ${days} days (${reason})`,
  },
  el: {
    title: 'Email που δεν στάλθηκαν',
    description: 'Email που δεν στάλθηκαν, για νέα αποστολή ή απόρριψη.',
    intro:
      'Ο διακομιστής αλληλογραφίας τα αρνήθηκε ή δεν τα δεχόταν για ημέρες. Το περιεχόμενό τους διατηρείται μέχρι να τα στείλετε ξανά ή να τα απορρίψετε, το πολύ για 30 ημέρες.',
    none: 'Όλα τα μηνύματα έχουν σταλεί ή είναι καθ’ οδόν.',
    unreadable: 'Ένα μήνυμα που δεν διαβάζεται πια',
    dated: 'Ο σύνδεσμός του δεν ισχύει πια.',
    view: 'Προβολή αιτήματος',
    again: 'Νέα αποστολή',
    discard: 'Απόρριψη',
    gone: 'Δεν είναι πια εδώ: αποστέλλεται ξανά ή απορρίφθηκε.',
    refused: (code: string) => `το αρνήθηκε ο διακομιστής αλληλογραφίας (${code})`,
    notTaken: (days: number, reason: string) => `δεν έγινε δεκτό για ${days} ημέρες (${reason})`,
  },
});

export const personMessages = bilingual({
  en: {
    title: 'Privacy requests',
    intro:
      'Give people the data we hold about them, or erase it. Find them by the address they wrote from.',
    email: 'Email, or the phone number if they left no email',
    lookUp: 'Look up',
    nothing: 'Nothing is kept about {email}.',
    found: 'Enquiries: {enquiries}. Spam: {quarantined}.',
    download: 'Download as JSON',
    sure: 'Erase all of it, for good',
    erase: 'Erase',
  },
  el: {
    title: 'Προσωπικά δεδομένα',
    intro:
      'Παραδώστε σε ένα πρόσωπο όσα τηρούνται για αυτό ή διαγράψτε τα. Αναζητήστε το με τη διεύθυνση από την οποία έγραψε.',
    email: 'Email ή, αν δεν άφησε, το τηλέφωνό του',
    lookUp: 'Αναζήτηση',
    nothing: 'Δεν τηρείται τίποτα για: {email}.',
    found: 'Αιτήματα: {enquiries}. Ανεπιθύμητα: {quarantined}.',
    download: 'Λήψη σε μορφή JSON',
    sure: 'Οριστική διαγραφή όλων',
    erase: 'Διαγραφή',
  },
});

const heads = {
  desk: {
    path: '/admin/dashboard',
    en: 'The enquiries that came in by the contact form, newest first.',
    el: 'Τα αιτήματα από τη φόρμα επικοινωνίας, πρώτα τα πιο πρόσφατα.',
  },
  newEnquiry: {
    path: '/admin/dashboard/new',
    en: 'Write down an enquiry that came by phone, in person or by mail.',
    el: 'Καταγραφή αιτήματος που ήρθε τηλεφωνικά, διά ζώσης, με email ή με επιστολή.',
  },
  account: {
    path: '/admin/dashboard/account',
    en: 'Your browsers, your password and your two-step login.',
    el: 'Οι συνδέσεις σας, το συνθηματικό σας και η σύνδεση σε δύο βήματα.',
  },
  password: {
    path: '/admin/dashboard/account/password',
    en: 'Change the password that you log in with.',
    el: 'Αλλάξτε το συνθηματικό με το οποίο συνδέεστε.',
  },
  twoStep: {
    path: '/admin/dashboard/account/two-step',
    en: 'Turn the two-step login with an authenticator app on or off.',
    el: 'Ενεργοποίηση ή απενεργοποίηση της σύνδεσης σε δύο βήματα με εφαρμογή.',
  },
  numbers: {
    path: '/admin/dashboard/numbers',
    en: 'How many enquiries came in, and how soon they were answered.',
    el: 'Πόσα αιτήματα ήρθαν και πόσο γρήγορα απαντήθηκαν.',
  },
  quarantine: {
    path: '/admin/dashboard/quarantine',
    en: 'Suspected spam, which can be moved back to the enquiries.',
    el: 'Αιτήματα που κρατήθηκαν ως ανεπιθύμητα και μπορούν να επανέλθουν.',
  },
  templates: {
    path: '/admin/dashboard/templates',
    en: 'The texts that replies to enquiries start from, in English and in Greek.',
    el: 'Τα κείμενα από τα οποία αρχίζουν οι απαντήσεις, στα ελληνικά και στα αγγλικά.',
  },
  people: {
    path: '/admin/dashboard/people',
    en: 'Who can log in here: invite, disable and sign out.',
    el: 'Ποιοι μπορούν να συνδεθούν εδώ: πρόσκληση, απενεργοποίηση, αποσύνδεση.',
  },
  person: {
    path: '/admin/dashboard/person',
    en: 'Export or erase what is stored about one person.',
    el: 'Εξαγωγή ή διαγραφή όσων τηρούνται για ένα πρόσωπο.',
  },
};

export const adminPages = headsOf(heads);
