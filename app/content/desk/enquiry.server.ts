import { bilingual } from '#app/content/language.ts';
import { enquiryLabels } from '#app/content/texts/enquiry-labels.server.ts';

/** What an open enquiry says around what the visitor wrote (D-3, D-4). */
export const enquiryWords = bilingual({
  en: {
    title: 'Enquiry {id}',
    enquiries: 'Enquiries',
    newer: 'Previous enquiry',
    older: 'Next enquiry',
    close: 'Close',
    remarks: 'Remarks',
    updateStatus: 'Update Status',
    reply: 'Reply by email',
    ...enquiryLabels.en,
    language: 'Language',
    about: 'Asked from',
    verification: 'Verification',
    verified: 'Verified',
    unverified: 'Unverified',
    overdue: 'Overdue',
    notes: 'Notes',
    changes: 'Status changes',
    change: '{from} to {to}',
    noteLabel: 'Add a note',
    addNote: 'Add note',
    unknown: 'There is no such enquiry. It may have been deleted.',
    /** The languages of enquiries, as the desk calls them. */
    languages: { en: 'English', el: 'Greek' },
  },
  el: {
    title: 'Αίτημα {id}',
    enquiries: 'Αιτήματα',
    newer: 'Προηγούμενο αίτημα',
    older: 'Επόμενο αίτημα',
    close: 'Κλείσιμο',
    remarks: 'Παρατηρήσεις',
    updateStatus: 'Ενημέρωση κατάστασης',
    reply: 'Απάντηση με email',
    ...enquiryLabels.el,
    language: 'Γλώσσα',
    about: 'Από τη σελίδα',
    verification: 'Επαλήθευση',
    verified: 'Επαληθευμένο',
    unverified: 'Μη επαληθευμένο',
    overdue: 'Εκπρόθεσμο',
    notes: 'Σημειώσεις',
    changes: 'Αλλαγές κατάστασης',
    change: '{from} → {to}',
    noteLabel: 'Προσθέστε σημείωση',
    addNote: 'Προσθήκη σημείωσης',
    unknown: 'Δεν υπάρχει τέτοιο αίτημα. Ίσως έχει διαγραφεί.',
    languages: { en: 'Αγγλικά', el: 'Ελληνικά' },
  },
});

/** What is offered again after a login: what a session that had ended could not save. */
export const unsavedWords = bilingual({
  en: {
    heading: 'Not saved yet.',
    status: 'You were signed out before enquiry {id} of {name} became {status}.',
    note: 'Your note on enquiry {id} of {name} waits in its field.',
    noteToo: 'Your note waits in its field.',
    noteHere: 'Your note waits in its field below.',
    setStatus: 'Set to {status}',
    open: 'Open the enquiry',
    drop: 'Discard',
  },
  el: {
    heading: 'Δεν αποθηκεύτηκε ακόμη.',
    status: 'Αποσυνδεθήκατε πριν αλλάξει η κατάσταση του αιτήματος {id} ({name}) σε «{status}».',
    note: 'Η σημείωσή σας στο αίτημα {id} ({name}) περιμένει στο πεδίο της.',
    noteToo: 'Η σημείωσή σας περιμένει στο πεδίο της.',
    noteHere: 'Η σημείωσή σας περιμένει στο πεδίο της παρακάτω.',
    setStatus: 'Αλλαγή σε «{status}»',
    open: 'Άνοιγμα του αιτήματος',
    drop: 'Απόρριψη',
  },
});
