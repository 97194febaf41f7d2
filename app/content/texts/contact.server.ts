import type { EnquiryField, ProjectType } from '#app/enquiry-fields.server.ts';
import { defineTexts } from '../company.server.ts';
import { bilingual, type InOneLanguage, type Language } from '../language.ts';

export const enquiryLabels = bilingual<Record<EnquiryField, string>>({
  en: {
    full_name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    project: 'Project Type',
    message: 'Message',
  },
  el: {
    full_name: 'Ονοματεπώνυμο',
    email: 'Email',
    phone: 'Τηλέφωνο',
    company: 'Εταιρεία',
    project: 'Είδος έργου',
    message: 'Μήνυμα',
  },
});

const ticked = { en: 'I am human', el: 'Είμαι άνθρωπος' };

export const getContactTexts = defineTexts({
  en: {
    title: 'Contact {company}',
    description:
      'Send an enquiry to our factory {whereInRegion}. We reply within 1–2 business days.',
    heading: "Let's bring wood to life together",
    intro:
      'A rough sketch is enough to start from. You can also call, or visit the factory: ring the day before, so that somebody is free to show you round.',
    messageNote:
      'Tell us what is to be made, where it will stand, how large it is and when you need it. If drawings are too large for this form, put a link to them in the message.',
    howWeWork: 'How we work',
    map: 'View on map',
    form: 'Enquiry',
    labels: enquiryLabels.en,
    optional: 'Optional',
    projectTypes: {
      'Private House': 'Private House',
      'Office Spaces': 'Office Spaces',
      'Public Buildings': 'Public Buildings',
      'Exhibition Booths': 'Exhibition Booths',
    } satisfies Record<ProjectType, string>,
    button: 'Send Message',
    busy: 'Sending...',
    aboutProject: 'You’re asking about the project',
    aboutSample: 'You’re asking for:',
    website: 'Website (leave empty)',
    promise: 'We use what you send only to answer you.',
    privacy: 'Privacy',
    errorHeading: {
      one: 'The message was not sent. Please check the field below.',
      other: 'The message was not sent. Please check the {count} fields below.',
    },
    unsent: {
      title: 'Error sending message',
      text: 'Please try again or contact us directly via email.',
    },
    success: {
      filesLeftOut: "We couldn't accept your files; please send them by email.",
      title: 'Message sent successfully',
      text: "We'll respond to your inquiry within 1-2 business days.",
      number: 'Your reference: {number}. Please quote it when you call or write.',
      answerBy: 'You will hear from us by {day}.',
      files: { one: 'We have received your file.', other: 'We have received your {count} files.' },
      receiptMailed: 'We have sent you a confirmation by email.',
      noReceipt: 'No confirmation was emailed, so please note the reference.',
      another: 'Send another enquiry',
    },
    human: {
      label: ticked.en,
      idle: 'When you start to write, we check that you are human: on your device, without any third party.',
      checking: 'Checking that you are human...',
      verified: 'Checked: you are human. No third party was involved.',
      timedOut: 'The check is taking a long time. You can send without it.',
      sendAnyway: 'You can also send without the check.',
      failed: 'Failed to verify you are human. Please try again.',
    },
    sending: 'Your message is on its way.',
  },
  el: {
    title: 'Επικοινωνία με την {company}',
    description:
      'Γράψτε στο εργοστάσιό μας {whereInRegion}. Απαντάμε μέσα σε 1–2 εργάσιμες ημέρες.',
    heading: 'Δείξτε μας το σχέδιό σας',
    intro:
      'Για αρχή αρκεί ένα πρόχειρο σκίτσο. Μπορείτε και να τηλεφωνήσετε ή να έρθετε στο εργοστάσιο· τηλεφωνήστε μας μία ημέρα πριν, για να σας περιμένουμε.',
    messageNote:
      'Γράψτε μας τι θέλετε να φτιάξουμε, πού θα μπει, πόσο μεγάλο είναι και πότε το χρειάζεστε. Αν τα σχέδια δεν χωρούν στη φόρμα, βάλτε στο μήνυμα έναν σύνδεσμο προς αυτά.',
    howWeWork: 'Πώς δουλεύουμε',
    map: 'Δείτε στον χάρτη',
    form: 'Φόρμα επικοινωνίας',
    labels: enquiryLabels.el,
    optional: 'Προαιρετικό',
    projectTypes: {
      'Private House': 'Ιδιωτική κατοικία',
      'Office Spaces': 'Γραφεία',
      'Public Buildings': 'Δημόσια κτίρια',
      'Exhibition Booths': 'Εκθεσιακά περίπτερα',
    },
    button: 'Αποστολή μηνύματος',
    busy: 'Αποστολή…',
    aboutProject: 'Μας γράφετε για το έργο',
    aboutSample: 'Μας ζητάτε:',
    website: 'Ιστότοπος (αφήστε κενό)',
    promise: 'Χρησιμοποιούμε όσα στέλνετε μόνο για να σας απαντήσουμε.',
    privacy: 'Προσωπικά δεδομένα',
    errorHeading: {
      one: 'Το μήνυμα δεν στάλθηκε. Ελέγξτε το παρακάτω πεδίο.',
      other: 'Το μήνυμα δεν στάλθηκε. Ελέγξτε τα {count} παρακάτω πεδία.',
    },
    unsent: {
      title: 'Το μήνυμα δεν στάλθηκε',
      text: 'Δοκιμάστε ξανά ή γράψτε μας απευθείας με email.',
    },
    success: {
      filesLeftOut: 'Δεν μπορέσαμε να παραλάβουμε τα αρχεία σας. Στείλτε τα με email.',
      title: 'Το μήνυμά σας στάλθηκε',
      text: 'Θα σας απαντήσουμε μέσα σε 1–2 εργάσιμες ημέρες.',
      number: 'Αριθμός αναφοράς: {number}. Να μας τον λέτε όταν τηλεφωνείτε ή γράφετε.',
      answerBy: 'Θα έχετε απάντησή μας έως: {day}.',
      files: { one: 'Λάβαμε το αρχείο σας.', other: 'Λάβαμε τα {count} αρχεία σας.' },
      receiptMailed: 'Σας στείλαμε επιβεβαίωση με email.',
      noReceipt: 'Δεν στάλθηκε επιβεβαίωση με email, γι’ αυτό κρατήστε τον αριθμό.',
      another: 'Στείλτε άλλο ένα μήνυμα',
    },
    human: {
      label: ticked.el,
      idle: 'Μόλις αρχίσετε να γράφετε, ελέγχουμε αν είστε άνθρωπος: στη συσκευή σας, χωρίς να εμπλέκεται άλλη εταιρεία.',
      checking: 'Ελέγχουμε αν είστε άνθρωπος…',
      verified: 'Ο έλεγχος έγινε: είστε άνθρωπος. Δεν συμμετείχε άλλη εταιρεία.',
      timedOut: 'Ο έλεγχος αργεί. Μπορείτε να στείλετε και χωρίς αυτόν.',
      sendAnyway: 'Μπορείτε να στείλετε και χωρίς τον έλεγχο.',
      failed: 'Δεν επιβεβαιώθηκε ότι είστε άνθρωπος. Δοκιμάστε ξανά.',
    },
    sending: 'Το μήνυμά σας είναι καθ’ οδόν.',
  },
});

export const sampleRequestTitles = bilingual({
  en: 'Wood sample',
  el: 'Δείγμα ξύλου',
});

type ContactError = EnquiryField | 'verification' | 'wait' | 'limit';

export const contactErrors = bilingual<Record<ContactError, { title: string; text: string }>>({
  en: {
    full_name: { title: 'Invalid name', text: 'Please enter your full name.' },
    email: { title: 'Invalid email', text: 'Please enter a valid email address.' },
    phone: { title: 'Invalid phone', text: 'Please use at most 20 characters.' },
    company: { title: 'Invalid company', text: 'Please use at most 100 characters.' },
    project: {
      title: 'Invalid project type',
      text: 'Please choose one of the four project types.',
    },
    message: { title: 'Message too long', text: 'Please use at most 2,000 characters.' },
    verification: {
      title: 'Verification required',
      text: 'Please complete the human verification challenge.',
    },
    wait: {
      title: 'Please wait',
      text: 'You can only submit the form once per minute.',
    },
    limit: {
      title: 'Submission limit reached',
      text: 'Maximum number of submissions reached. Please try again later.',
    },
  },
  el: {
    full_name: { title: 'Ελέγξτε το ονοματεπώνυμο', text: 'Γράψτε το ονοματεπώνυμό σας.' },
    email: { title: 'Ελέγξτε το email', text: 'Γράψτε μια έγκυρη διεύθυνση email.' },
    phone: { title: 'Ελέγξτε το τηλέφωνο', text: 'Γράψτε έως 20 χαρακτήρες.' },
    company: { title: 'Ελέγξτε το όνομα της εταιρείας', text: 'Γράψτε έως 100 χαρακτήρες.' },
    project: {
      title: 'Ελέγξτε το είδος έργου',
      text: 'Επιλέξτε ένα από τα τέσσερα είδη έργου.',
    },
    message: { title: 'Πολύ μακρύ μήνυμα', text: 'Γράψτε έως 2.000 χαρακτήρες.' },
    verification: {
      title: 'Χρειάζεται επαλήθευση',
      text: 'Ολοκληρώστε τον έλεγχο «Είμαι άνθρωπος».',
    },
    wait: {
      title: 'Περιμένετε λίγο',
      text: 'Μπορείτε να στέλνετε ένα μήνυμα το λεπτό.',
    },
    limit: {
      title: 'Φτάσατε στο όριο αποστολών',
      text: 'Στείλατε όσα μηνύματα επιτρέπονται. Δοκιμάστε ξανά αργότερα.',
    },
  },
});

export type ContactTexts = ReturnType<typeof getContactTexts>;

/** Translates a stored project type, which is English; an unknown one stays. */
export function translateProjectType(language: Language, projectType: string): string {
  const types: Record<string, string> = getContactTexts(language).projectTypes;
  return types[projectType] ?? projectType;
}

export const attachmentTexts = bilingual({
  en: {
    label: 'Drawings and photos',
    choose: 'A plan, a sketch or a photo of the room: PDF, JPEG, PNG, WebP, HEIC, DWG or DXF.',
    limits: 'Up to {files} files, {mb} MB each, {together} MB in total.',
    chooseAgain: 'Please choose your files again.',
    camera: 'Take a photo',
    chosenFiles: 'Chosen files',
    remove: 'Remove',
    removeNamed: 'Remove {name}',
    sending: 'Sending files: {percent}%.',
    progress: '{sent} of {total}',
    cancel: 'Cancel',
    cancelled: {
      title: 'Not sent',
      text: 'Cancelled. Nothing was sent; your text and files are still here.',
    },
    errors: {
      notAccepted: {
        title: 'File not accepted',
        text: '{name} is not a PDF, a picture or a drawing we can open.',
      },
      empty: { title: 'File not accepted', text: '{name} is empty.' },
      tooLarge: { title: 'File too large', text: '{name} is larger than {mb} MB.' },
      tooMany: { title: 'Too many files', text: 'Please send at most {count} files.' },
      totalTooLarge: { title: 'Files too large', text: 'Together at most {mb} MB.' },
    },
  },
  el: {
    label: 'Σχέδια και φωτογραφίες',
    choose:
      'Μια κάτοψη, ένα σκίτσο ή μια φωτογραφία του χώρου: PDF, JPEG, PNG, WebP, HEIC, DWG ή DXF.',
    limits: 'Έως {files} αρχεία, {mb} MB το καθένα, {together} MB όλα μαζί.',
    chooseAgain: 'Επιλέξτε ξανά τα αρχεία σας.',
    camera: 'Βγάλτε φωτογραφία',
    chosenFiles: 'Επιλεγμένα αρχεία',
    remove: 'Αφαίρεση',
    removeNamed: 'Αφαίρεση του {name}',
    sending: 'Αποστολή αρχείων: {percent}%.',
    progress: '{sent} από {total}',
    cancel: 'Ακύρωση',
    cancelled: {
      title: 'Δεν στάλθηκε',
      text: 'Ακυρώσατε την αποστολή. Δεν έφυγε τίποτα και όλα είναι ακόμη εδώ.',
    },
    errors: {
      notAccepted: {
        title: 'Το αρχείο δεν έγινε δεκτό',
        text: 'Το {name} δεν είναι PDF, εικόνα ή σχέδιο που μπορούμε να ανοίξουμε.',
      },
      empty: { title: 'Το αρχείο δεν έγινε δεκτό', text: 'Το {name} είναι κενό.' },
      tooLarge: {
        title: 'Πολύ μεγάλο αρχείο',
        text: 'Το {name} είναι μεγαλύτερο από {mb} MB.',
      },
      tooMany: { title: 'Πάρα πολλά αρχεία', text: 'Στείλτε έως {count} αρχεία.' },
      totalTooLarge: { title: 'Πολύ μεγάλα αρχεία', text: 'Όλα μαζί έως {mb} MB.' },
    },
  },
});

/** The file limits of an unverified sender. */
export const unverifiedLimits = bilingual({
  en: {
    skipped: 'Without the “I am human” check: up to {files} files, {mb} MB each.',
    unscripted: 'Without JavaScript: up to {files} files, {mb} MB each, {together} MB in total.',
  },
  el: {
    skipped: 'Χωρίς τον έλεγχο «Είμαι άνθρωπος»: έως {files} αρχεία, {mb} MB το καθένα.',
    unscripted: 'Χωρίς JavaScript: έως {files} αρχεία, {mb} MB το καθένα, {together} MB όλα μαζί.',
  },
});

export type AttachmentTexts = InOneLanguage<typeof attachmentTexts>;
