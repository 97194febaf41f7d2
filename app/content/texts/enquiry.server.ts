import { defineTexts } from '#app/content/company.server.ts';
import { bilingual, locales, type Language } from '#app/content/language.ts';
import { enquiryLabels } from '#app/content/texts/contact.server.ts';
import type { Status } from '#db/schema.ts';

export const statusLabels = bilingual<Record<Status, string>>({
  en: { new: 'New', in_progress: 'In Progress', completed: 'Completed' },
  el: { new: 'Νέο', in_progress: 'Σε εξέλιξη', completed: 'Ολοκληρωμένο' },
});

function formatStatusChoice(language: Language): string {
  const choice = new Intl.ListFormat(locales[language], { type: 'disjunction' });
  return choice.format(Object.values(statusLabels[language]));
}

export const getEnquiryTexts = defineTexts({
  en: {
    title: 'Enquiry {brand}-{id}',
    enquiries: 'Enquiries',
    previousEnquiry: 'Previous enquiry',
    nextEnquiry: 'Next enquiry',
    close: 'Close',
    remarks: 'Remarks',
    updateStatus: 'Update Status',
    mailProgram: 'Open email program',
    record: 'Message and files',
    ...enquiryLabels.en,
    language: 'Language',
    sentFrom: 'About',
    source: 'Source',
    sources: { site: 'Website', phone: 'Phone', visit: 'In person', mail: 'Email or post' },
    verification: 'Verification',
    unverified: 'Unverified',
    suspected: 'Possible spam',
    suspectedReason:
      'The sender passed the “I am human” check, but the form’s hidden field was filled in. A password manager may have done that.',
    overdue: 'Overdue',
    notes: 'Notes',
    changes: 'Status changes',
    change: '{from} to {to}',
    noteLabel: 'Add a note',
    addNote: 'Add note',
    enquiryNotFound: 'There is no such enquiry. It may have been deleted.',
    languages: { en: 'English', el: 'Greek' },
  },
  el: {
    title: 'Αίτημα {brand}-{id}',
    enquiries: 'Αιτήματα',
    previousEnquiry: 'Προηγούμενο αίτημα',
    nextEnquiry: 'Επόμενο αίτημα',
    close: 'Κλείσιμο',
    remarks: 'Παρατηρήσεις',
    updateStatus: 'Ενημέρωση κατάστασης',
    mailProgram: 'Άνοιγμα σε πρόγραμμα email',
    record: 'Μήνυμα και αρχεία',
    ...enquiryLabels.el,
    language: 'Γλώσσα',
    sentFrom: 'Αφορά',
    source: 'Προέλευση',
    sources: {
      site: 'Ιστότοπος',
      phone: 'Τηλέφωνο',
      visit: 'Διά ζώσης',
      mail: 'Email ή επιστολή',
    },
    verification: 'Επαλήθευση',
    unverified: 'Μη επαληθευμένο',
    suspected: 'Πιθανό ανεπιθύμητο',
    suspectedReason:
      'Ο αποστολέας πέρασε τον έλεγχο «Είμαι άνθρωπος», αλλά συμπληρώθηκε το κρυφό πεδίο της φόρμας. Ίσως το συμπλήρωσε ένα πρόγραμμα συνθηματικών.',
    overdue: 'Εκπρόθεσμο',
    notes: 'Σημειώσεις',
    changes: 'Αλλαγές κατάστασης',
    change: '{from} → {to}',
    noteLabel: 'Προσθέστε σημείωση',
    addNote: 'Προσθήκη σημείωσης',
    enquiryNotFound: 'Δεν υπάρχει τέτοιο αίτημα. Ίσως έχει διαγραφεί.',
    languages: { en: 'Αγγλικά', el: 'Ελληνικά' },
  },
});

export const fileTexts = bilingual({
  en: {
    heading: 'Files',
    clip: { one: '{count} file', other: '{count} files' },
    download: 'Download',
    downloadAll: 'Download all (.zip)',
    preview: 'Preview of {name}',
    noPreview: 'No preview',
    removed: {
      infected: 'Removed: infected',
      space: 'Removed: no space',
      lost: 'File lost',
    },
    unscanned: { waiting: 'Not scanned', givenUp: 'Could not be scanned' },
    fileNotFound: 'There is no such file. It may have been deleted with its enquiry.',
    missing: {
      name: 'missing-files.txt',
      text: 'These files are missing from the disk, so they are not in this archive. A backup may have them.',
    },
  },
  el: {
    heading: 'Αρχεία',
    clip: { one: '{count} αρχείο', other: '{count} αρχεία' },
    download: 'Λήψη',
    downloadAll: 'Λήψη όλων (.zip)',
    preview: 'Προεπισκόπηση του {name}',
    noPreview: 'Χωρίς προεπισκόπηση',
    removed: {
      infected: 'Αφαιρέθηκε: μολυσμένο',
      space: 'Αφαιρέθηκε: δεν υπήρχε χώρος',
      lost: 'Το αρχείο χάθηκε',
    },
    unscanned: { waiting: 'Δεν ελέγχθηκε', givenUp: 'Δεν ήταν δυνατό να ελεγχθεί' },
    fileNotFound: 'Δεν υπάρχει τέτοιο αρχείο. Ίσως διαγράφηκε μαζί με το αίτημά του.',
    missing: {
      name: 'αρχεία-που-λείπουν.txt',
      text: 'Τα παρακάτω αρχεία του αιτήματος δεν περιέχονται εδώ, επειδή λείπουν από τον δίσκο. Ίσως υπάρχουν σε αντίγραφο ασφαλείας.',
    },
  },
});

/** Titles of errors by the intents of the forms that failed; `unchanged` is that of all other forms. */
export const failureTitles = bilingual({
  en: {
    fetch: 'Error fetching submissions',
    status: 'Error updating status',
    note: 'Note not added',
    reply: 'Reply not sent',
    answer: 'Answer not recorded',
    newEnquiry: 'Enquiry not saved',
    template: 'Template not saved',
    site: 'Content not saved',
    deleteTemplate: 'Template not deleted',
    assignee: 'Enquiry not assigned',
    selection: 'Enquiries not updated',
    followUp: 'Follow-up date not saved',
    digest: 'Setting not saved',
    identity: 'Details not saved',
    signOutOthers: 'Not logged out elsewhere',
    unchanged: 'Nothing changed',
    language: 'Language not saved',
    erase: 'Data not erased',
    lookUp: 'Search failed',
    discard: 'Not discarded',
    release: 'Not moved to the enquiries',
    retry: 'Not sent again',
  },
  el: {
    fetch: 'Τα αιτήματα δεν φορτώθηκαν',
    status: 'Η κατάσταση δεν άλλαξε',
    note: 'Η σημείωση δεν προστέθηκε',
    reply: 'Η απάντηση δεν στάλθηκε',
    answer: 'Η απάντηση δεν καταγράφηκε',
    newEnquiry: 'Το αίτημα δεν αποθηκεύτηκε',
    template: 'Το πρότυπο δεν αποθηκεύτηκε',
    site: 'Το περιεχόμενο δεν αποθηκεύτηκε',
    deleteTemplate: 'Το πρότυπο δεν διαγράφηκε',
    assignee: 'Η ανάθεση δεν έγινε',
    selection: 'Τα αιτήματα δεν ενημερώθηκαν',
    followUp: 'Η ημέρα υπενθύμισης δεν αποθηκεύτηκε',
    digest: 'Η ρύθμιση δεν αποθηκεύτηκε',
    identity: 'Τα στοιχεία δεν αποθηκεύτηκαν',
    signOutOthers: 'Δεν έγινε αποσύνδεση από αλλού',
    unchanged: 'Δεν άλλαξε τίποτα',
    language: 'Η γλώσσα δεν αποθηκεύτηκε',
    erase: 'Τα δεδομένα δεν διαγράφηκαν',
    lookUp: 'Η αναζήτηση δεν έγινε',
    discard: 'Δεν διαγράφηκε',
    release: 'Δεν μεταφέρθηκε στα αιτήματα',
    retry: 'Δεν στάλθηκε ξανά',
  },
});

export const deskErrors = bilingual({
  en: {
    busy: 'The database is busy. Please try again in a moment.',
    unavailable:
      'The database cannot be used at the moment. Please tell the person who runs the server.',
    broken: 'Something went wrong here. Please try again in a moment.',
    enquiryDeleted: 'Somebody else has deleted this enquiry.',
    unknownStatus: `The status must be ${formatStatusChoice('en')}.`,
    emptyNote: 'Please write something first.',
    longNote: (max: number) =>
      `A note can have at most ${max.toLocaleString(locales.en)} characters.`,
    nothingOverwritten: 'Nothing was overwritten.',
  },
  el: {
    busy: 'Η βάση δεδομένων είναι απασχολημένη. Δοκιμάστε ξανά σε λίγο.',
    unavailable:
      'Η βάση δεδομένων δεν είναι διαθέσιμη αυτή τη στιγμή. Ενημερώστε τον διαχειριστή του διακομιστή.',
    broken: 'Κάτι δεν πήγε καλά. Δοκιμάστε ξανά σε λίγο.',
    enquiryDeleted: 'Το αίτημα διαγράφηκε από άλλον χρήστη.',
    unknownStatus: `Η κατάσταση πρέπει να είναι ${formatStatusChoice('el')}.`,
    emptyNote: 'Γράψτε πρώτα κάτι.',
    longNote: (max: number) => `Έως ${max.toLocaleString(locales.el)} χαρακτήρες σε κάθε σημείωση.`,
    nothingOverwritten: 'Δεν αντικαταστάθηκε τίποτα.',
  },
});

export const statusConflicts = bilingual({
  en: {
    changedTo: (admin: string, status: string, time: string) =>
      `${admin} changed the status to ${status} on ${time}.`,
    current: (status: string) => `The status is now ${status}.`,
  },
  el: {
    changedTo: (admin: string, status: string, time: string) =>
      `Η κατάσταση άλλαξε σε «${status}» (${admin}, ${time}).`,
    current: (status: string) => `Η κατάσταση είναι πλέον «${status}».`,
  },
});

export const assignmentTexts = bilingual({
  en: {
    assignedTo: 'Assigned to',
    unassigned: 'Nobody',
    currentAdmin: '{name} (you)',
    take: 'Take it',
    assign: 'Assign',
    followUp: 'Follow-up date',
    noDay: 'None',
    saveDay: 'Save date',
    due: 'Follow-up due',
    assignments: 'Assignments',
    followUps: 'Follow-up dates',
    change: '{from} to {to}',
    filters: {
      assigned: 'Assigned to',
      anyAssignee: 'Anybody',
      assignedToMe: 'Mine',
      unassigned: 'Unassigned',
      language: 'Language',
      source: 'Source',
      any: 'Any',
    },
  },
  el: {
    assignedTo: 'Ανάθεση σε',
    unassigned: 'Χωρίς ανάθεση',
    currentAdmin: '{name} (εσείς)',
    take: 'Το αναλαμβάνω',
    assign: 'Ανάθεση',
    followUp: 'Ημέρα υπενθύμισης',
    noDay: 'Χωρίς ημερομηνία',
    saveDay: 'Αποθήκευση ημέρας',
    due: 'Υπενθύμιση',
    assignments: 'Αναθέσεις',
    followUps: 'Ημέρες υπενθύμισης',
    change: '{from} → {to}',
    filters: {
      assigned: 'Ανάθεση',
      anyAssignee: 'Όλα',
      assignedToMe: 'Δικά μου',
      unassigned: 'Χωρίς ανάθεση',
      language: 'Γλώσσα',
      source: 'Προέλευση',
      any: 'Όλες',
    },
  },
});

export const selectionTexts = bilingual({
  en: {
    updatedCount: (count: number) => `${count} updated.`,
    undoneCount: (count: number) =>
      count === 1 ? '1 enquiry is back as it was.' : `${count} enquiries are back as they were.`,
    notUpdated: (names: string) => `Not updated, because somebody else has changed them: ${names}.`,
    incomplete: 'The form was not complete. Please select the enquiries again.',
  },
  el: {
    updatedCount: (count: number) => `Ενημερώθηκαν: ${count}.`,
    undoneCount: (count: number) =>
      count === 1 ? '1 αίτημα επανήλθε όπως ήταν.' : `${count} αιτήματα επανήλθαν όπως ήταν.`,
    notUpdated: (names: string) => `Δεν ενημερώθηκαν, επειδή τα άλλαξε κάποιος άλλος: ${names}.`,
    incomplete: 'Η φόρμα δεν ήταν πλήρης. Επιλέξτε ξανά τα αιτήματα.',
  },
});

export const assignmentErrors = bilingual({
  en: {
    unknownAdmin: 'This person has no access to the desk. Choose somebody else.',
    unknownDay: 'Enter a date such as 2026-03-31, or leave this empty.',
    assignedTo: (assignee: string, assignedAt: string | null) =>
      assignedAt ? `Assigned to ${assignee} since ${assignedAt}.` : `Now assigned to ${assignee}.`,
    unassigned: 'Nobody is assigned now.',
    dayChangedTo: (admin: string, day: string | null, time: string) =>
      day
        ? `${admin} changed the follow-up date to ${day} on ${time}.`
        : `${admin} removed the follow-up date on ${time}.`,
    currentDay: (day: string | null) =>
      day ? `The follow-up date is now ${day}.` : 'There is no follow-up date now.',
  },
  el: {
    unknownAdmin: 'Ο χρήστης αυτός δεν έχει πρόσβαση στη διαχείριση. Επιλέξτε κάποιον άλλο.',
    unknownDay: 'Γράψτε μια ημερομηνία, π.χ. 2026-03-31, ή αφήστε το πεδίο κενό.',
    assignedTo: (assignee: string, assignedAt: string | null) =>
      assignedAt
        ? `Το έχει αναλάβει: ${assignee} (${assignedAt}).`
        : `Το έχει αναλάβει: ${assignee}.`,
    unassigned: 'Πλέον δεν το έχει αναλάβει κανείς.',
    dayChangedTo: (admin: string, day: string | null, time: string) =>
      day
        ? `Η ημέρα υπενθύμισης άλλαξε σε ${day} (${admin}, ${time}).`
        : `Η ημέρα υπενθύμισης καταργήθηκε (${admin}, ${time}).`,
    currentDay: (day: string | null) =>
      day ? `Η ημέρα υπενθύμισης είναι πλέον ${day}.` : 'Δεν υπάρχει πλέον ημέρα υπενθύμισης.',
  },
});
