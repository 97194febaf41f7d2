import { type Said, bilingual } from '../language.ts';

/** What the contact form says about drawings and pictures (ledger AT-1 to AT-3, AT-8). */
export const attachments = bilingual({
  en: {
    label: 'Drawings and photos',
    choose: 'A plan, a sketch or a photo of the room: PDF, JPEG, PNG, WebP, HEIC, DWG or DXF.',
    limits: 'At most {files} files, each up to {mb} MB, together up to {together} MB.',
    unverifiedLimits: 'Without the check “I am human”: at most {files} files, each up to {mb} MB.',
    again: 'The files have to be chosen again.',
    camera: 'Take a photo',
    chosen: 'Chosen files',
    remove: 'Remove',
    removeNamed: 'Remove {name}',
    sending: 'Sending files: {percent} %.',
    progress: '{sent} of {total}',
    cancel: 'Cancel',
    cancelled: {
      title: 'Not sent',
      message: 'You cancelled it. Nothing was sent, and everything is still here.',
    },
    /** The enquiry was stored, its files were not: there is no room for them. */
    notTaken: 'Your files could not be taken; please send them by email.',
    /** Why files are refused; the limits named are the sender's own. */
    errors: {
      notAccepted: {
        title: 'File not accepted',
        message: '{name} is not a PDF, a picture or a drawing we can open.',
      },
      empty: { title: 'File not accepted', message: '{name} is empty.' },
      tooLarge: { title: 'File too large', message: '{name} is larger than {mb} MB.' },
      tooMany: { title: 'Too many files', message: 'Please send at most {count} files.' },
      together: { title: 'Files too large', message: 'Together at most {mb} MB.' },
    },
  },
  el: {
    label: 'Σχέδια και φωτογραφίες',
    choose:
      'Μια κάτοψη, ένα σκίτσο ή μια φωτογραφία του χώρου: PDF, JPEG, PNG, WebP, HEIC, DWG ή DXF.',
    limits: 'Έως {files} αρχεία, το καθένα έως {mb} MB, όλα μαζί έως {together} MB.',
    unverifiedLimits:
      'Χωρίς τον έλεγχο «Είμαι άνθρωπος»: έως {files} αρχεία, το καθένα έως {mb} MB.',
    again: 'Χρειάζεται να επιλέξετε ξανά τα αρχεία.',
    camera: 'Βγάλτε φωτογραφία',
    chosen: 'Επιλεγμένα αρχεία',
    remove: 'Αφαίρεση',
    removeNamed: 'Αφαίρεση του {name}',
    sending: 'Αποστολή αρχείων: {percent}%.',
    progress: '{sent} από {total}',
    cancel: 'Ακύρωση',
    cancelled: {
      title: 'Δεν στάλθηκε',
      message: 'Ακυρώσατε την αποστολή. Δεν έφυγε τίποτα και όλα είναι ακόμη εδώ.',
    },
    notTaken: 'Δεν μπορέσαμε να παραλάβουμε τα αρχεία σας. Στείλτε τα με email.',
    errors: {
      notAccepted: {
        title: 'Το αρχείο δεν έγινε δεκτό',
        message: 'Το {name} δεν είναι PDF, εικόνα ή σχέδιο που μπορούμε να ανοίξουμε.',
      },
      empty: { title: 'Το αρχείο δεν έγινε δεκτό', message: 'Το {name} είναι κενό.' },
      tooLarge: {
        title: 'Πολύ μεγάλο αρχείο',
        message: 'Το {name} είναι μεγαλύτερο από {mb} MB.',
      },
      tooMany: { title: 'Πάρα πολλά αρχεία', message: 'Στείλτε έως {count} αρχεία.' },
      together: { title: 'Πολύ μεγάλα αρχεία', message: 'Όλα μαζί έως {mb} MB.' },
    },
  },
});

/** The words for files in one language. */
export type AttachmentWords = Said<typeof attachments>;
