import { defineTexts, getCompanyFacts } from '#app/content/company.server.ts';
import { bilingual, type Language } from '#app/content/language.ts';
import { enquiryLabels, translateProjectType } from '#app/content/texts/contact.server.ts';

interface Link {
  email: string;
  days: number;
}

interface Invitation {
  inviter: string;
  invited: string;
}

interface LegalIdentity {
  name: string;
  form: string;
  seat: string;
  gemi: string;
}

interface NewEnquiry {
  name: string;
  project: string;
}

const getBrand = () => getCompanyFacts().brand;

export const getMailTexts = defineTexts({
  en: {
    code: 'Code',
    openCode: (page: string) => `If the link does not work, open ${page} and enter this code:`,
    invite: {
      subject: 'Your invitation to the {brand} desk',
      preview: ({ days }: Link) =>
        `Set your password for the ${getBrand()} desk. The link works once and expires after ${days} days.`,
      heading: 'Set your password',
      text: ({ email, days }: Link) =>
        `You have been invited to the ${getBrand()} desk, where staff answer enquiries and edit the site. You will log in as ${email}. Set your password with the link below. It works once and expires after ${days} days.`,
      button: 'Set password',
      footnote: 'Not expecting this? You can ignore it.',
    },
    recovery: {
      subject: 'Set a new password',
      preview: () =>
        `Set a new password for the ${getBrand()} desk. The link works once and expires after one hour.`,
      heading: 'Set a new password',
      text: ({ email }: Link) =>
        `Somebody asked for a new password for ${email}. If it was you, use the link below. It works once and expires after one hour.`,
      button: 'Set new password',
      footnote: 'Didn’t ask for this? You can ignore it. Your password stays as it is.',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      preview: 'The password of your {brand} account was changed.',
      heading: 'Your password was changed',
      text: (email: string) =>
        `The password of ${email} for the ${getBrand()} desk was changed. You have been logged out everywhere else.`,
      ifUnexpected: (page: string) =>
        `If this was not you, request a link to set a new password at once: ${page}`,
    },
    invitationNotice: {
      subject: 'Somebody was invited to the {brand} desk',
      preview: ({ inviter, invited }: Invitation) => `${inviter} invited ${invited}.`,
      heading: 'A new invitation',
      text: ({ inviter, invited }: Invitation) =>
        `${inviter} invited ${invited} to the ${getBrand()} desk. Everybody who can log in receives this email.`,
      ifUnexpected: (page: string) => `If this is unexpected, disable the account: ${page}`,
    },
    passkeyChanged: {
      added: {
        subject: 'A passkey was added to your account',
        preview: 'A passkey was added to your {brand} account.',
        heading: 'A passkey was added',
      },
      removed: {
        subject: 'A passkey was removed from your account',
        preview: 'A passkey was removed from your {brand} account.',
        heading: 'A passkey was removed',
      },
      text: (name: string, email: string) => `Passkey: ${name}. Account: ${email}.`,
      ifUnexpected: (page: string) =>
        `If this was not you, set a new password and check your passkeys at once: ${page}`,
    },
    twoStepChanged: {
      on: {
        subject: 'Two-step login was turned on',
        preview: 'Two-step login of your {brand} account was turned on.',
        heading: 'Two-step login is on',
      },
      off: {
        subject: 'Two-step login was turned off',
        preview: 'Two-step login of your {brand} account was turned off.',
        heading: 'Two-step login is off',
      },
      text: (email: string) => `Account: ${email}.`,
      ifUnexpected: (page: string) =>
        `If this was not you, set a new password and check your two-step login at once: ${page}`,
    },
    enquiry: {
      subject: ({ name }: NewEnquiry) => `New enquiry from ${name}`,
      preview: ({ name, project }: NewEnquiry) =>
        `${project}: ${name} wrote through the contact form.`,
      heading: 'New enquiry',
      verified: 'This came through the contact form.',
      unverified: 'This came through the contact form, without the “I am human” check.',
      suspected:
        'This came through the contact form. It may be spam: the form’s hidden field was filled in, although the sender passed the “I am human” check.',
      replyReaches:
        'Please reply at the desk. A reply to this email goes straight to the customer, and the desk does not record it.',
      replyIsLost: (email: string) =>
        `Replies to this email do not reach the customer. Write to ${email} instead.`,
      labels: {
        number: 'Reference',
        ...enquiryLabels.en,
        language: 'Language',
        aboutProject: 'About',
        file: 'File',
      },
      // English is the default language of enquiries and is not mentioned.
      languages: { en: '', el: 'Greek' },
      button: 'Open the enquiry',
    },
    receipt: {
      subject: (number: string) => `We have your enquiry (${number})`,
      heading: 'We have your enquiry',
      next: 'Thank you for writing to us. Somebody at the factory reads every enquiry. We will come back to you with our questions and, if there is enough to go on, a first estimate.',
      dayOff: 'Your enquiry reached us on a day off, so we count from our next business day.',
      labels: {
        // A line of its own: in Greek, the article of a day within a sentence depends on the day.
        answerBy: 'You will hear from us by',
        number: 'Your reference',
        project: enquiryLabels.en.project,
      },
      reply:
        'A plan or a sketch with the main dimensions, photos of the room, and your deadline all make the estimate better: just reply to this email with what you have.',
      write:
        'A plan or a sketch with the main dimensions, photos of the room, and your deadline all make the estimate better: send what you have to {email}.',
      call: (phoneAndHours: string) =>
        `Please keep the reference at hand when you call: ${phoneAndHours}.`,
      howWeWork: 'How a project runs, step by step',
      footnote:
        'You received this email because your address was entered in our contact form. If that was not you, please ignore it.',
    },
    signature: {
      phone: (phone: string, hours: string) => (hours ? `${phone} (${hours})` : phone),
      reference: (number: string) => `Your reference: ${number}`,
      legal: ({ name, form, seat, gemi }: LegalIdentity) =>
        `${name}, ${form}, registered seat ${seat}, GEMI No. ${gemi}`,
    },
  },
  el: {
    code: 'Κωδικός',
    openCode: (page: string) =>
      `Αν ο σύνδεσμος δεν λειτουργεί, ανοίξτε τη σελίδα ${page} και γράψτε αυτόν τον κωδικό:`,
    invite: {
      subject: 'Η πρόσκλησή σας στη διαχείριση του ιστοτόπου της {brand}',
      preview: ({ days }: Link) =>
        `Ορίστε το συνθηματικό σας για τη διαχείριση του ιστοτόπου της ${getBrand()}. Ο σύνδεσμος λειτουργεί μία φορά και ισχύει για ${days} ημέρες.`,
      heading: 'Ορίστε το συνθηματικό σας',
      text: ({ email, days }: Link) =>
        `Σας προσκαλούμε στη διαχείριση του ιστοτόπου της ${getBrand()}. Θα συνδέεστε με τη διεύθυνση ${email}. Ορίστε το συνθηματικό σας με τον παρακάτω σύνδεσμο. Ο σύνδεσμος λειτουργεί μία φορά και ισχύει για ${days} ημέρες.`,
      button: 'Ορισμός συνθηματικού',
      footnote: 'Δεν το περιμένατε; Αγνοήστε αυτό το email.',
    },
    recovery: {
      subject: 'Ορίστε νέο συνθηματικό',
      preview: () =>
        `Ορίστε νέο συνθηματικό για τη διαχείριση του ιστοτόπου της ${getBrand()}. Ο σύνδεσμος λειτουργεί μία φορά και ισχύει για μία ώρα.`,
      heading: 'Ορίστε νέο συνθηματικό',
      text: ({ email }: Link) =>
        `Κάποιος ζήτησε νέο συνθηματικό για τον λογαριασμό ${email}. Αν ήσασταν εσείς, χρησιμοποιήστε τον παρακάτω σύνδεσμο. Ο σύνδεσμος λειτουργεί μία φορά και ισχύει για μία ώρα.`,
      button: 'Ορισμός νέου συνθηματικού',
      footnote:
        'Δεν το ζητήσατε εσείς; Αγνοήστε αυτό το email. Το συνθηματικό σας μένει όπως είναι.',
    },
    passwordChanged: {
      subject: 'Το συνθηματικό σας άλλαξε',
      preview: 'Το συνθηματικό του λογαριασμού σας στην {brand} άλλαξε.',
      heading: 'Το συνθηματικό σας άλλαξε',
      text: (email: string) =>
        `Το συνθηματικό του λογαριασμού ${email} για τη διαχείριση του ιστοτόπου της ${getBrand()} άλλαξε. Αποσυνδεθήκατε από όλα τα άλλα προγράμματα περιήγησης.`,
      ifUnexpected: (page: string) =>
        `Αν δεν ήσασταν εσείς, ζητήστε αμέσως σύνδεσμο για νέο συνθηματικό: ${page}`,
    },
    invitationNotice: {
      subject: 'Νέα πρόσκληση στη διαχείριση του ιστοτόπου της {brand}',
      preview: ({ inviter, invited }: Invitation) => `Πρόσκληση από: ${inviter}. Προς: ${invited}.`,
      heading: 'Νέα πρόσκληση',
      text: ({ inviter, invited }: Invitation) =>
        `Στάλθηκε πρόσκληση στη διαχείριση του ιστοτόπου της ${getBrand()}. Από: ${inviter}. Προς: ${invited}. Το email αυτό πηγαίνει σε όλους τους ενεργούς χρήστες.`,
      ifUnexpected: (page: string) =>
        `Αν δεν το περιμένατε, απενεργοποιήστε τον λογαριασμό: ${page}`,
    },
    passkeyChanged: {
      added: {
        subject: 'Προστέθηκε κλειδί πρόσβασης στον λογαριασμό σας',
        preview: 'Προστέθηκε κλειδί πρόσβασης στον λογαριασμό σας στην {brand}.',
        heading: 'Προστέθηκε κλειδί πρόσβασης',
      },
      removed: {
        subject: 'Αφαιρέθηκε κλειδί πρόσβασης από τον λογαριασμό σας',
        preview: 'Αφαιρέθηκε κλειδί πρόσβασης από τον λογαριασμό σας στην {brand}.',
        heading: 'Αφαιρέθηκε κλειδί πρόσβασης',
      },
      text: (name: string, email: string) => `Κλειδί πρόσβασης: ${name}. Λογαριασμός: ${email}.`,
      ifUnexpected: (page: string) =>
        `Αν δεν ήσασταν εσείς, ορίστε αμέσως νέο συνθηματικό και ελέγξτε τα κλειδιά πρόσβασής σας: ${page}`,
    },
    twoStepChanged: {
      on: {
        subject: 'Ενεργοποιήθηκε η σύνδεση σε δύο βήματα',
        preview: 'Ενεργοποιήθηκε η σύνδεση σε δύο βήματα του λογαριασμού σας στην {brand}.',
        heading: 'Η σύνδεση σε δύο βήματα είναι ενεργή',
      },
      off: {
        subject: 'Απενεργοποιήθηκε η σύνδεση σε δύο βήματα',
        preview: 'Απενεργοποιήθηκε η σύνδεση σε δύο βήματα του λογαριασμού σας στην {brand}.',
        heading: 'Η σύνδεση σε δύο βήματα είναι ανενεργή',
      },
      text: (email: string) => `Λογαριασμός: ${email}.`,
      ifUnexpected: (page: string) =>
        `Αν δεν ήσασταν εσείς, ορίστε αμέσως νέο συνθηματικό και ελέγξτε τη σύνδεση σε δύο βήματα: ${page}`,
    },
    enquiry: {
      subject: ({ name }: NewEnquiry) => `Νέο αίτημα από: ${name}`,
      preview: ({ name, project }: NewEnquiry) => `${project}, από τη φόρμα επικοινωνίας: ${name}.`,
      heading: 'Νέο αίτημα',
      verified: 'Ήρθε από τη φόρμα επικοινωνίας.',
      unverified: 'Ήρθε από τη φόρμα επικοινωνίας, χωρίς τον έλεγχο «Είμαι άνθρωπος».',
      suspected:
        'Ήρθε από τη φόρμα επικοινωνίας. Ίσως είναι ανεπιθύμητο: συμπληρώθηκε το κρυφό πεδίο της φόρμας, αν και ο αποστολέας πέρασε τον έλεγχο «Είμαι άνθρωπος».',
      replyReaches:
        'Καλύτερα να απαντήσετε από τη διαχείριση: όσα στείλετε απαντώντας σε αυτό το email πηγαίνουν κατευθείαν στον πελάτη και δεν καταγράφονται.',
      replyIsLost: (email: string) =>
        `Αν απαντήσετε σε αυτό το email, η απάντηση δεν θα φτάσει στον πελάτη. Γράψτε του στη διεύθυνση ${email}.`,
      labels: {
        number: 'Αριθμός αναφοράς',
        ...enquiryLabels.el,
        language: 'Γλώσσα',
        aboutProject: 'Αφορά',
        file: 'Αρχείο',
      },
      languages: { en: 'Αγγλικά', el: '' },
      button: 'Άνοιγμα του αιτήματος',
    },
    receipt: {
      subject: (number: string) => `Λάβαμε το μήνυμά σας (${number})`,
      heading: 'Λάβαμε το μήνυμά σας',
      next: 'Σας ευχαριστούμε που μας γράψατε. Κάθε μήνυμα το διαβάζει άνθρωπος του εργοστασίου. Θα σας απαντήσουμε με τις ερωτήσεις μας και, αν τα στοιχεία αρκούν, με μια πρώτη εκτίμηση κόστους.',
      dayOff:
        'Το μήνυμά σας έφτασε σε μη εργάσιμη ημέρα, γι’ αυτό μετράμε από την επόμενη εργάσιμη.',
      labels: {
        answerBy: 'Απάντηση έως',
        number: 'Αριθμός αναφοράς',
        project: enquiryLabels.el.project,
      },
      reply:
        'Αν έχετε κάτοψη ή σκίτσο με τις βασικές διαστάσεις, φωτογραφίες του χώρου ή ημερομηνία που σας δεσμεύει, στείλτε τα απαντώντας σε αυτό το email: έτσι η εκτίμηση βγαίνει πιο ακριβής.',
      write:
        'Αν έχετε κάτοψη ή σκίτσο με τις βασικές διαστάσεις, φωτογραφίες του χώρου ή ημερομηνία που σας δεσμεύει, στείλτε τα στη διεύθυνση {email}. Έτσι η εκτίμηση βγαίνει πιο ακριβής.',
      call: (phoneAndHours: string) =>
        `Αν μας τηλεφωνήσετε (${phoneAndHours}), πείτε μας τον αριθμό αναφοράς.`,
      howWeWork: 'Πώς προχωρά ένα έργο, βήμα βήμα',
      footnote:
        'Λαμβάνετε αυτό το email επειδή η διεύθυνσή σας γράφτηκε στη φόρμα επικοινωνίας μας. Αν δεν ήσασταν εσείς, αγνοήστε το.',
    },
    signature: {
      phone: (phone: string, hours: string) => `Τηλ. ${hours ? `${phone} (${hours})` : phone}`,
      reference: (number: string) => `Αριθμός αναφοράς: ${number}`,
      legal: ({ name, form, seat, gemi }: LegalIdentity) =>
        `${name}, ${form}, έδρα ${seat}, αρ. ΓΕΜΗ ${gemi}`,
    },
  },
});

interface Counts {
  fresh: number;
  overdue: number;
  due: number;
  answered: number;
  expiringCertificates: number;
}

const formatWaitingAnswers = (total: number) =>
  total === 1 ? '1 customer reply' : `${total} customer replies`;
const formatExpiringCertificates = (total: number) =>
  total === 1 ? '1 certificate expiring' : `${total} certificates expiring`;

export const digestTexts = bilingual({
  en: {
    subject: (day: string, { fresh, overdue, due, answered, expiringCertificates }: Counts) =>
      [
        `Enquiries on ${day}: ${fresh} new`,
        `${overdue} overdue`,
        due === 1 ? '1 follow-up due' : `${due} follow-ups due`,
        answered > 0 && formatWaitingAnswers(answered),
        expiringCertificates > 0 && formatExpiringCertificates(expiringCertificates),
      ]
        .filter(Boolean)
        .join(', '),
    heading: 'What is waiting at the desk',
    fresh: (total: number) => `New (${total})`,
    overdue: (total: number) => `Overdue (${total})`,
    due: (total: number) => `Follow-ups due (${total})`,
    answered: (total: number) => `Customer replies (${total})`,
    expiringCertificates: (total: number) => `Certificates expiring or expired (${total})`,
    endsOn: (day: string) => `expires on ${day}`,
    endedOn: (day: string) => `expired on ${day}`,
    overdueNote: 'No reply for more than two business days; the oldest come first.',
    assignedTo: (assignee: string) => `assigned to ${assignee}`,
    dueOn: (day: string) => `follow-up on ${day}`,
    moreEnquiries: (count: number) => `and ${count} more`,
    button: 'Open the desk',
    footnote: 'You chose this email on your account page, and can turn it off there:',
  },
  el: {
    subject: (day: string, { fresh, overdue, due, answered, expiringCertificates }: Counts) =>
      [
        `Εκκρεμότητες ${day}: ${fresh} ${fresh === 1 ? 'νέο' : 'νέα'}`,
        `${overdue} ${overdue === 1 ? 'εκπρόθεσμο' : 'εκπρόθεσμα'}`,
        due === 1 ? '1 υπενθύμιση' : `${due} υπενθυμίσεις`,
        answered > 0 && (answered === 1 ? '1 απάντηση πελάτη' : `${answered} απαντήσεις πελατών`),
        expiringCertificates > 0 &&
          (expiringCertificates === 1
            ? '1 πιστοποιητικό που λήγει'
            : `${expiringCertificates} πιστοποιητικά που λήγουν`),
      ]
        .filter(Boolean)
        .join(', '),
    heading: 'Τι εκκρεμεί',
    fresh: (total: number) => `Νέα (${total})`,
    overdue: (total: number) => `Εκπρόθεσμα (${total})`,
    due: (total: number) => `Υπενθυμίσεις (${total})`,
    answered: (total: number) => `Απαντήσεις πελατών (${total})`,
    expiringCertificates: (total: number) => `Πιστοποιητικά που λήγουν ή έληξαν (${total})`,
    endsOn: (day: string) => `λήγει: ${day}`,
    endedOn: (day: string) => `έληξε: ${day}`,
    overdueNote: 'Χωρίς απάντηση για πάνω από δύο εργάσιμες ημέρες, πρώτα τα παλαιότερα.',
    assignedTo: (assignee: string) => `ανάθεση: ${assignee}`,
    dueOn: (day: string) => `υπενθύμιση: ${day}`,
    moreEnquiries: (count: number) => `και ${count} ακόμη`,
    button: 'Άνοιγμα της διαχείρισης',
    footnote:
      'Επιλέξατε αυτό το email στη σελίδα του λογαριασμού σας και μπορείτε να το σταματήσετε εκεί:',
  },
});

const replySubjects = bilingual({
  en: (reference: string, project: string) => `Your enquiry ${reference}: ${project}`,
  el: (reference: string, project: string) => `Το μήνυμά σας (${reference}): ${project}`,
});

/** Returns the subject of a reply that no template gives: "Your enquiry DRYS-13: Public Buildings" (DA-8). */
export function formatReplySubject(
  language: Language,
  reference: string,
  projectType: string,
): string {
  return replySubjects[language](reference, translateProjectType(language, projectType));
}
