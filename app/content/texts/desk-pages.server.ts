import { bilingual, locales } from '#app/content/language.ts';
import { fileTexts } from './enquiry.server.ts';

export const numberTexts = bilingual({
  en: {
    title: 'Statistics',
    intro: 'Enquiries received from {from} to {to}.',
    range: {
      label: 'Period',
      from: 'From',
      to: 'To',
      show: 'Show',
      weeks: '{weeks} weeks',
    },
    enquiries: 'Enquiries',
    promiseKept: {
      title: 'Answered within {days} business days',
      note: '{inTime} of {asked}. Counts enquiries that are more than {days} business days old.',
      noneDueYet: 'No enquiry in this period is more than {days} business days old yet.',
    },
    median: {
      title: 'Median time to the first reply',
      hours: { one: '{count} hour', other: '{count} hours' },
      short: 'under 1 hour',
      note: {
        one: 'Based on {count} answered enquiry.',
        other: 'Based on {count} answered enquiries.',
      },
      noneAnsweredYet: 'No enquiry in this period has been answered yet.',
    },
    byWeek: 'Enquiries by week',
    open: 'Outlined bar: a week that is still running or only partly in the period.',
    table: 'The weeks as a table',
    week: 'Week',
    byProject: 'Enquiries by project type',
    project: 'Project Type',
    byLanguage: 'Enquiries by language',
    language: 'Language',
    count: 'Enquiries',
    share: 'Share',
    empty: 'No enquiries in this period.',
  },
  el: {
    title: 'Στατιστικά',
    intro: 'Αιτήματα που ήρθαν από {from} έως {to}.',
    range: {
      label: 'Διάστημα',
      from: 'Από',
      to: 'Έως',
      show: 'Εμφάνιση',
      weeks: '{weeks} εβδομάδες',
    },
    enquiries: 'Αιτήματα',
    promiseKept: {
      title: 'Απαντήθηκαν μέσα σε {days} εργάσιμες ημέρες',
      note: '{inTime} από {asked}. Μετρούν όσα έχουν συμπληρώσει {days} εργάσιμες ημέρες.',
      noneDueYet:
        'Κανένα αίτημα του διαστήματος δεν έχει συμπληρώσει ακόμη {days} εργάσιμες ημέρες.',
    },
    median: {
      title: 'Διάμεσος χρόνος έως την πρώτη απάντηση',
      hours: { one: '{count} ώρα', other: '{count} ώρες' },
      short: 'κάτω από 1 ώρα',
      note: {
        one: 'Από {count} αίτημα που απαντήθηκε.',
        other: 'Από {count} αιτήματα που απαντήθηκαν.',
      },
      noneAnsweredYet: 'Δεν έχει απαντηθεί ακόμη κανένα αίτημα του διαστήματος.',
    },
    byWeek: 'Αιτήματα ανά εβδομάδα',
    open: 'Κενή στήλη: εβδομάδα που τρέχει ακόμη ή δεν χωράει ολόκληρη στο διάστημα.',
    table: 'Οι εβδομάδες σε πίνακα',
    week: 'Εβδομάδα',
    byProject: 'Αιτήματα ανά είδος έργου',
    project: 'Είδος έργου',
    byLanguage: 'Αιτήματα ανά γλώσσα',
    language: 'Γλώσσα',
    count: 'Αιτήματα',
    share: 'Ποσοστό',
    empty: 'Δεν υπάρχουν αιτήματα σε αυτό το διάστημα.',
  },
});

export type NumberTexts = (typeof numberTexts)['en'];

export const templateTexts = bilingual({
  en: {
    title: 'Reply templates',
    intro:
      'Starting points for replies, in English and Greek. {name} becomes the customer’s name, {project} the project type, {number} the reference and {sender} your name.',
    noTemplates: 'No templates yet. Replies start empty.',
    change: 'Edit',
    changeOf: 'Edit {name}',
    add: 'Add a template',
    changing: 'Edit template',
    templateNotFound: 'There is no such template. It may have been deleted.',
    name: 'Name',
    languages: { en: 'English', el: 'Greek' },
    subject: 'Subject',
    message: 'Message',
    save: 'Save template',
    cancel: 'Cancel',
    confirmation: 'Delete this template permanently',
    delete: 'Delete template',
  },
  el: {
    title: 'Πρότυπα απαντήσεων',
    intro:
      'Κείμενα από τα οποία ξεκινούν οι απαντήσεις, στα ελληνικά και στα αγγλικά. Στη θέση του {name} μπαίνει το όνομα του πελάτη, του {project} το είδος του έργου, του {number} ο αριθμός αναφοράς και του {sender} το όνομά σας.',
    noTemplates: 'Δεν υπάρχουν πρότυπα. Οι απαντήσεις ξεκινούν κενές.',
    change: 'Επεξεργασία',
    changeOf: 'Επεξεργασία: {name}',
    add: 'Νέο πρότυπο',
    changing: 'Επεξεργασία προτύπου',
    templateNotFound: 'Δεν υπάρχει τέτοιο πρότυπο. Ίσως έχει διαγραφεί.',
    name: 'Όνομα',
    languages: { en: 'Αγγλικά', el: 'Ελληνικά' },
    subject: 'Θέμα',
    message: 'Μήνυμα',
    save: 'Αποθήκευση προτύπου',
    cancel: 'Ακύρωση',
    confirmation: 'Οριστική διαγραφή αυτού του προτύπου',
    delete: 'Διαγραφή προτύπου',
  },
});

export const templateErrors = bilingual({
  en: {
    marked: 'Please check the marked fields.',
    empty: 'Please fill this in.',
    tooLong: (max: number) => `At most ${max.toLocaleString(locales.en)} characters.`,
    unknown: (unknownNames: string, knownNames: string) =>
      `Unknown placeholder ${unknownNames}. Use ${knownNames}.`,
    nameInUse: 'Another template already has this name.',
    stale:
      'Somebody else has changed this template. Nothing was overwritten. Open it again to see their version, or save again to replace it.',
    templateDeleted:
      'Somebody else has deleted this template. Save again to keep your text as a new template.',
    staleDeletion: 'Somebody else has changed this template. Please check it first.',
  },
  el: {
    marked: 'Ελέγξτε τα επισημασμένα πεδία.',
    empty: 'Συμπληρώστε το πεδίο.',
    tooLong: (max: number) => `Έως ${max.toLocaleString(locales.el)} χαρακτήρες.`,
    unknown: (unknownNames: string, knownNames: string) =>
      `Άγνωστο πεδίο: ${unknownNames}. Διαθέσιμα: ${knownNames}.`,
    nameInUse: 'Υπάρχει ήδη πρότυπο με αυτό το όνομα.',
    stale:
      'Κάποιος άλλος άλλαξε το πρότυπο. Δεν αντικαταστάθηκε τίποτα. Ανοίξτε το ξανά για να δείτε τη δική του εκδοχή ή αποθηκεύστε ξανά για να την αντικαταστήσετε.',
    templateDeleted:
      'Κάποιος άλλος διέγραψε το πρότυπο. Αποθηκεύστε ξανά για να κρατήσετε όσα γράψατε ως νέο πρότυπο.',
    staleDeletion: 'Κάποιος άλλος άλλαξε το πρότυπο. Δείτε το πρώτα.',
  },
});

export type TemplateTexts = (typeof templateTexts)['en'];

export const quarantineTexts = bilingual({
  en: {
    title: 'Spam',
    description: 'Suspected spam, which can be moved to the enquiries.',
    intro:
      'Suspected spam, kept apart from the enquiries. Check it now and then: a password manager can fill in the form’s hidden field for a real person. Each message is deleted automatically after {days} days; until then it counts in the number beside Spam. To delete a sender’s messages sooner, erase that person’s data under Privacy; this deletes their enquiries too.',
    reasons: {
      honeypot: 'The form’s hidden field was filled in.',
    },
    sentFrom: 'About',
    files: fileTexts.en.heading,
    release: 'Not spam',
    refusals: {
      'not-found': 'This message is no longer here: it was moved to the enquiries or deleted.',
      incomplete: 'This message cannot become an enquiry: the form would have refused it.',
    },
    empty: 'There is no spam.',
    nothingFound: 'No spam matches this search.',
    search: 'Search',
    searchHint: 'Name, email, company, message',
    showAll: 'Show all',
    shownCount: '{count} shown, newest first.',
    shownCountOfTotal: '{count} of {total} shown, newest first.',
    notKept: {
      one: '{count} more message was counted but not kept, because its sender had already sent too many.',
      other:
        '{count} more messages were counted but not kept, because their senders had already sent too many.',
    },
  },
  el: {
    title: 'Ανεπιθύμητα',
    description: 'Πιθανά ανεπιθύμητα, που μπορούν να μεταφερθούν στα αιτήματα.',
    intro:
      'Πιθανά ανεπιθύμητα, χωριστά από τα αιτήματα. Ρίχνετέ τους μια ματιά πού και πού: καμιά φορά το κρυφό πεδίο της φόρμας το συμπληρώνει μόνο του ένα πρόγραμμα συνθηματικών, στο μήνυμα ενός πραγματικού πελάτη. Κάθε μήνυμα διαγράφεται αυτόματα μετά από {days} ημέρες και έως τότε μετράει στον αριθμό δίπλα στα «Ανεπιθύμητα». Για να διαγραφούν νωρίτερα τα μηνύματα ενός αποστολέα, διαγράψτε τα δεδομένα του από το «Απόρρητο» του μενού· διαγράφονται και τα αιτήματά του.',
    reasons: {
      honeypot: 'Συμπληρώθηκε το κρυφό πεδίο της φόρμας.',
    },
    sentFrom: 'Αφορά',
    files: fileTexts.el.heading,
    release: 'Δεν είναι ανεπιθύμητο',
    refusals: {
      'not-found': 'Το μήνυμα δεν είναι πια εδώ: μεταφέρθηκε στα αιτήματα ή διαγράφηκε.',
      incomplete: 'Το μήνυμα δεν μπορεί να γίνει αίτημα: η φόρμα δεν θα το είχε δεχτεί.',
    },
    empty: 'Δεν υπάρχουν ανεπιθύμητα.',
    nothingFound: 'Κανένα ανεπιθύμητο δεν ταιριάζει με αυτή την αναζήτηση.',
    search: 'Αναζήτηση',
    searchHint: 'Όνομα, email, εταιρεία, μήνυμα',
    showAll: 'Εμφάνιση όλων',
    shownCount: 'Εμφάνιση {count}, πρώτα τα πιο πρόσφατα.',
    shownCountOfTotal: 'Εμφάνιση {count} από {total}, πρώτα τα πιο πρόσφατα.',
    notKept: {
      one: 'Ήρθε {count} ακόμη, που δεν διατηρήθηκε: ο αποστολέας του είχε ήδη στείλει πάρα πολλά.',
      other:
        'Ήρθαν {count} ακόμη, που δεν διατηρήθηκαν: οι αποστολείς τους είχαν ήδη στείλει πάρα πολλά.',
    },
  },
});

export type QuarantineTexts = (typeof quarantineTexts)['en'];

export const mailPage = bilingual({
  en: {
    title: 'Emails that could not be sent',
    description: 'Send again or discard emails that could not be sent.',
    intro:
      'Emails that the mail server refused, or did not accept for days, are listed here. Their text is kept until you send them again or discard them, for at most 30 days.',
    noUnsentEmails: 'All emails have been sent or are on their way.',
    waitingForTls:
      'Emails waiting: {count}. The mail server offers no encrypted connection (TLS), so they are not sent. Please tell the person who runs the server.',
    answersMissing:
      'The mailbox has received messages ({ignoredCount}), but none is a reply to one of the emails sent to customers ({sentMailCount}). The mail service may be replacing their Message-ID. Please tell the person who runs the server.',
    unreadable: 'An email that can no longer be read',
    dated: 'Its link no longer works.',
    view: 'View enquiry',
    sendAgain: 'Send again',
    discard: 'Discard',
    alreadyHandled: 'This email is no longer here: it is on its way again, or it was discarded.',
    refused: 'refused by the mail server ({code})',
    returned: 'came back undelivered',
    returnedIntro:
      'Emails that came back undelivered are listed too: check the address, then discard them.',
    receipt: 'Receipt for an enquiry',
    fromBackup: 'restored from a backup: it may have been sent already',
    fileErrors: {
      infected: 'one of its files was found infected and removed: write another reply',
      missing: 'one of its files is missing on the disk: write another reply',
    },
    notTaken: 'not accepted for {days} days ({reason})',
    notSent: 'could not be sent ({reason})',
  },
  el: {
    title: 'Email που δεν στάλθηκαν',
    description: 'Email που δεν στάλθηκαν, για νέα αποστολή ή διαγραφή.',
    intro:
      'Εδώ εμφανίζονται τα email που ο διακομιστής αλληλογραφίας απέρριψε ή δεν δέχτηκε επί ημέρες. Το περιεχόμενό τους διατηρείται έως 30 ημέρες, μέχρι να τα στείλετε ξανά ή να τα διαγράψετε.',
    noUnsentEmails: 'Όλα τα email έχουν σταλεί ή είναι καθ’ οδόν.',
    waitingForTls:
      'Email σε αναμονή: {count}. Ο διακομιστής αλληλογραφίας δεν προσφέρει κρυπτογραφημένη σύνδεση (TLS), γι’ αυτό δεν στέλνονται. Ενημερώστε τον διαχειριστή του διακομιστή.',
    answersMissing:
      'Στα εισερχόμενα ήρθαν μηνύματα ({ignoredCount}), αλλά κανένα δεν απαντά σε email προς πελάτες ({sentMailCount}). Ίσως η υπηρεσία αλληλογραφίας αλλάζει το Message-ID τους. Ενημερώστε τον διαχειριστή του διακομιστή.',
    unreadable: 'Ένα email που δεν διαβάζεται πια',
    dated: 'Ο σύνδεσμός του δεν ισχύει πια.',
    view: 'Προβολή αιτήματος',
    sendAgain: 'Νέα αποστολή',
    discard: 'Διαγραφή',
    alreadyHandled: 'Δεν είναι πια εδώ: αποστέλλεται ξανά ή διαγράφηκε.',
    refused: 'το απέρριψε ο διακομιστής αλληλογραφίας ({code})',
    returned: 'επέστρεψε χωρίς να παραδοθεί',
    returnedIntro:
      'Εμφανίζονται και όσα επέστρεψαν χωρίς να παραδοθούν: ελέγξτε τη διεύθυνση και διαγράψτε τα.',
    receipt: 'Επιβεβαίωση λήψης αιτήματος',
    fromBackup: 'επαναφέρθηκε από αντίγραφο ασφαλείας: ίσως έχει ήδη σταλεί',
    fileErrors: {
      infected: 'ένα από τα αρχεία του βρέθηκε μολυσμένο και αφαιρέθηκε: γράψτε νέα απάντηση',
      missing: 'ένα από τα αρχεία του λείπει από τον δίσκο: γράψτε νέα απάντηση',
    },
    notTaken: 'δεν έγινε δεκτό για {days} ημέρες ({reason})',
    notSent: 'δεν μπόρεσε να σταλεί ({reason})',
  },
});

export const personTexts = bilingual({
  en: {
    title: 'Privacy requests',
    intro:
      'Give people the data we hold about them, or erase it. Find them by the email address they wrote from.',
    email: 'Email, or phone number if they gave no email',
    lookUp: 'Look up',
    noData: 'We hold nothing about {email}.',
    dataCounts: 'Enquiries: {enquiries}. Spam: {spam}.',
    otherEnquiries:
      'Messages from this address are in enquiries of other people, which are neither downloaded nor erased here: {otherEnquiries}.',
    download: 'Download as JSON',
    confirmation: 'Erase everything permanently',
    erase: 'Erase',
  },
  el: {
    title: 'Προσωπικά δεδομένα',
    intro:
      'Δώστε σε κάποιον τα δεδομένα του ή διαγράψτε τα. Βρείτε τον με το email από το οποίο έγραψε.',
    email: 'Email ή, αν δεν έδωσε email, τηλέφωνο',
    lookUp: 'Αναζήτηση',
    noData: 'Δεν έχουμε τίποτα για: {email}.',
    dataCounts: 'Αιτήματα: {enquiries}. Ανεπιθύμητα: {spam}.',
    otherEnquiries:
      'Μηνύματα από αυτή τη διεύθυνση υπάρχουν σε αιτήματα άλλων, που δεν περιλαμβάνονται στη λήψη ούτε στη διαγραφή: {otherEnquiries}.',
    download: 'Λήψη σε μορφή JSON',
    confirmation: 'Οριστική διαγραφή όλων',
    erase: 'Διαγραφή',
  },
});
