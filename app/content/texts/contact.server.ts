import { type Language, type Said, bilingual } from '../language.ts';
import { enquiryLabels } from './enquiry-labels.server.ts';

/** The kinds of project (ledger P-10), as they are sent and stored in every language. */
export const projectTypeNames = [
  'Private House',
  'Office Spaces',
  'Public Buildings',
  'Exhibition Booths',
] as const;

export type ProjectType = (typeof projectTypeNames)[number];

const ticked = { en: 'I am human', el: 'Είμαι άνθρωπος' };

/** The words of the contact page and its form (ledger CF-1, CF-2, CF-11, CF-12, P-10). */
export const contact = bilingual({
  en: {
    title: 'Contact DRYS Woodworking',
    description:
      'Send an enquiry to our factory in Avlona, Attica. We reply within 1-2 business days.',
    heading: "Let's bring wood to life together",
    intro:
      'Tell us what you want made, where it will stand and when you need it. A rough sketch is enough to start from. You can also call, or come and see the factory.',
    map: 'View on map',
    form: 'Enquiry',
    labels: enquiryLabels.en,
    optional: 'Optional',
    /** How many characters a message has, of how many it may have. */
    length: '{count} of {max} characters',
    projectTypes: {
      'Private House': 'Private House',
      'Office Spaces': 'Office Spaces',
      'Public Buildings': 'Public Buildings',
      'Exhibition Booths': 'Exhibition Booths',
    } satisfies Record<ProjectType, string>,
    button: 'Send Message',
    busy: 'Sending...',
    about: 'Your enquiry mentions the project',
    /** The label of the field that nobody sees. */
    website: 'Website',
    promise: 'We use what you send only to answer you.',
    privacy: 'Privacy',
    /** The heading of the list of errors, by how many fields it is about. */
    errorHeading: {
      one: 'The message was not sent. Please check the field below.',
      other: 'The message was not sent. Please check the {count} fields below.',
    },
    /** The toast when nothing was stored, or no answer came. */
    unsent: {
      title: 'Error sending message',
      message: 'Please try again or contact us directly via email.',
    },
    /** The toast after an enquiry has been stored (CF-11). */
    success: {
      title: 'Message sent successfully',
      message: "We'll respond to your inquiry within 1-2 business days.",
    },
    /** The human verification (CF-12). */
    human: {
      label: ticked.en,
      by: ['Checked in your browser,', 'by our own server'],
      checking: 'Checking...',
      failed: 'Failed to verify you are human. Please try again.',
    },
    /** What stands beside the button while it waits, or may be pressed without the check. */
    hints: {
      tick: `Tick “${ticked.en}” first.`,
      checking: 'Checking that you are human...',
      unverified: 'You can send without the check.',
      sending: 'Your message is on its way.',
    },
  },
  el: {
    title: 'Επικοινωνία με την DRYS Woodworking',
    description:
      'Στείλτε το αίτημά σας στο εργοστάσιό μας στον Αυλώνα Αττικής. Απαντάμε μέσα σε 1-2 εργάσιμες ημέρες.',
    heading: 'Ας δώσουμε μαζί ζωή στο ξύλο',
    intro:
      'Πείτε μας τι θέλετε να φτιάξουμε, πού θα μπει και πότε το χρειάζεστε. Ένα πρόχειρο σκίτσο αρκεί για την αρχή. Μπορείτε και να τηλεφωνήσετε, ή να έρθετε να δείτε το εργοστάσιο.',
    map: 'Δείτε στον χάρτη',
    form: 'Φόρμα επικοινωνίας',
    labels: enquiryLabels.el,
    optional: 'Προαιρετικό',
    length: '{count} από {max} χαρακτήρες',
    projectTypes: {
      'Private House': 'Ιδιωτική κατοικία',
      'Office Spaces': 'Χώροι γραφείων',
      'Public Buildings': 'Δημόσια κτίρια',
      'Exhibition Booths': 'Εκθεσιακά περίπτερα',
    },
    button: 'Αποστολή μηνύματος',
    busy: 'Αποστολή...',
    about: 'Το αίτημά σας αναφέρεται στο έργο',
    website: 'Ιστότοπος',
    promise: 'Χρησιμοποιούμε όσα στέλνετε μόνο για να σας απαντήσουμε.',
    privacy: 'Απόρρητο',
    errorHeading: {
      one: 'Το μήνυμα δεν στάλθηκε. Ελέγξτε το παρακάτω πεδίο.',
      other: 'Το μήνυμα δεν στάλθηκε. Ελέγξτε τα {count} παρακάτω πεδία.',
    },
    unsent: {
      title: 'Το μήνυμα δεν στάλθηκε',
      message: 'Δοκιμάστε ξανά ή γράψτε μας απευθείας με email.',
    },
    success: {
      title: 'Το μήνυμά σας στάλθηκε',
      message: 'Θα σας απαντήσουμε μέσα σε 1-2 εργάσιμες ημέρες.',
    },
    human: {
      label: ticked.el,
      by: ['Ο έλεγχος γίνεται στο πρόγραμμα περιήγησης,', 'με τον δικό μας διακομιστή'],
      checking: 'Έλεγχος...',
      failed: 'Δεν επιβεβαιώθηκε ότι είστε άνθρωπος. Δοκιμάστε ξανά.',
    },
    hints: {
      tick: `Πρώτα σημειώστε «${ticked.el}».`,
      checking: 'Ελέγχουμε ότι είστε άνθρωπος...',
      unverified: 'Μπορείτε να στείλετε και χωρίς τον έλεγχο.',
      sending: 'Το μήνυμά σας είναι καθ’ οδόν.',
    },
  },
});

/** What the form says of an answer that it refuses (ledger CF-4 to CF-6, CF-9, CF-11, CF-12). */
export const contactErrors = bilingual({
  en: {
    full_name: { title: 'Invalid name', message: 'Please enter your full name.' },
    email: { title: 'Invalid email', message: 'Please enter a valid email address.' },
    phone: { title: 'Invalid phone', message: 'Please use at most 20 characters.' },
    company: { title: 'Invalid company', message: 'Please use at most 100 characters.' },
    project: {
      title: 'Invalid project type',
      message: 'Please choose one of the four project types.',
    },
    message: { title: 'Message too long', message: 'Please use at most 2000 characters.' },
    verification: {
      title: 'Verification required',
      message: 'Please complete the human verification challenge.',
    },
    wait: {
      title: 'Please wait',
      message: 'You can only submit the form once per minute.',
    },
    limit: {
      title: 'Submission limit reached',
      message: 'Maximum number of submissions reached. Please try again later.',
    },
  },
  el: {
    full_name: { title: 'Μη έγκυρο όνομα', message: 'Γράψτε το ονοματεπώνυμό σας.' },
    email: { title: 'Μη έγκυρο email', message: 'Γράψτε μια έγκυρη διεύθυνση email.' },
    phone: { title: 'Μη έγκυρο τηλέφωνο', message: 'Γράψτε το πολύ 20 χαρακτήρες.' },
    company: { title: 'Μη έγκυρη επωνυμία', message: 'Γράψτε το πολύ 100 χαρακτήρες.' },
    project: {
      title: 'Μη έγκυρο είδος έργου',
      message: 'Επιλέξτε ένα από τα τέσσερα είδη έργου.',
    },
    message: { title: 'Πολύ μακρύ μήνυμα', message: 'Γράψτε το πολύ 2000 χαρακτήρες.' },
    verification: {
      title: 'Χρειάζεται επαλήθευση',
      message: 'Ολοκληρώστε τον έλεγχο ότι είστε άνθρωπος.',
    },
    wait: {
      title: 'Περιμένετε λίγο',
      message: 'Μπορείτε να στέλνετε ένα μήνυμα το λεπτό.',
    },
    limit: {
      title: 'Φτάσατε στο όριο αποστολών',
      message: 'Στείλατε τον μέγιστο αριθμό μηνυμάτων. Δοκιμάστε ξανά αργότερα.',
    },
  },
});

/** The words of the page in one language. */
export type ContactWords = Said<typeof contact>;

/** Those that the form has in any state. */
export type FormWords = Omit<ContactWords, 'success' | 'about'>;

/** A project type as a language calls it, by its name as stored; what is none stays as it is. */
export function projectTypeIn(language: Language, stored: string): string {
  const types: Record<string, string> = contact[language].projectTypes;
  return types[stored] ?? stored;
}
