import { type Language, bilingual } from '#app/content/language.ts';
import { enquiryLabels } from '#app/content/words/contact.server.ts';

/** What the statuses of enquiries are called; they are stored by their keys. */
export const statusLabels = bilingual({
  en: { new: 'New', in_progress: 'In Progress', completed: 'Completed' },
  el: { new: 'Νέο', in_progress: 'Σε εξέλιξη', completed: 'Ολοκληρωμένο' },
});

export type StatusName = keyof (typeof statusLabels)['en'];

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

/** What the desk says about the files of an enquiry (AT-7, AT-9). */
export const fileWords = bilingual({
  en: {
    heading: 'Files',
    clip: { one: '{count} file', other: '{count} files' },
    download: 'Download',
    downloadAll: 'Download all (.zip)',
    preview: 'Preview of {name}',
    noPreview: 'No preview',
    removed: { infected: 'Removed: infected', space: 'Removed: no room' },
    unscanned: { waiting: 'Not scanned', givenUp: 'Could not be scanned' },
    gone: 'There is no such file. It may have been deleted with its enquiry.',
    missing: {
      name: 'missing-files.txt',
      text: 'These files of the enquiry are not in this archive, because they are missing on the disk. A backup may have them.',
    },
  },
  el: {
    heading: 'Αρχεία',
    clip: { one: '{count} αρχείο', other: '{count} αρχεία' },
    download: 'Λήψη',
    downloadAll: 'Λήψη όλων (.zip)',
    preview: 'Προεπισκόπηση του {name}',
    noPreview: 'Χωρίς προεπισκόπηση',
    removed: { infected: 'Αφαιρέθηκε: μολυσμένο', space: 'Αφαιρέθηκε: δεν υπήρχε χώρος' },
    unscanned: { waiting: 'Δεν ελέγχθηκε', givenUp: 'Δεν ήταν δυνατό να ελεγχθεί' },
    gone: 'Δεν υπάρχει τέτοιο αρχείο. Ίσως διαγράφηκε μαζί με το αίτημά του.',
    missing: {
      name: 'αρχεία-που-λείπουν.txt',
      text: 'Τα παρακάτω αρχεία του αιτήματος δεν περιέχονται εδώ, επειδή λείπουν από τον δίσκο. Ίσως υπάρχουν σε αντίγραφο ασφαλείας.',
    },
  },
});

/** What the desk says of what it could not do (D-4, D-5). */
export const deskFaults = bilingual({
  en: {
    fetch: 'Error fetching submissions',
    update: 'Error updating status',
    note: 'Error adding note',
    reply: 'Error sending reply',
    template: 'Error saving template',
    templateKept: 'Template not deleted',
    assign: 'Error assigning',
    followUp: 'Error saving the follow-up day',
    digest: 'Error saving the digest',
    signOut: 'Error signing out',
    language: 'Error saving language',
    erase: 'Error erasing',
    lookUp: 'Error looking up',
    notDiscarded: 'Not discarded',
    notReleased: 'Not released',
    notSentAgain: 'Not sent again',
    busy: 'The database is busy. Please try again in a moment.',
    broken: 'Something went wrong here. Please try again in a moment.',
    gone: 'The enquiry has been deleted by another user.',
    unknownStatus: 'The status must be New, In Progress or Completed.',
    emptyNote: 'Please write something first.',
    longNote: (max: number) => `A note holds at most ${max} characters.`,
    changed: (by: string, status: string, at: string | null) =>
      `${by} changed it to ${status} on ${at}.`,
    byNow: (status: string) => `It is ${status} by now.`,
    nothingOverwritten: 'Nothing was overwritten.',
  },
  el: {
    fetch: 'Σφάλμα κατά την ανάκτηση των αιτημάτων',
    update: 'Σφάλμα κατά την ενημέρωση της κατάστασης',
    note: 'Σφάλμα κατά την προσθήκη της σημείωσης',
    reply: 'Σφάλμα κατά την αποστολή της απάντησης',
    template: 'Σφάλμα κατά την αποθήκευση του προτύπου',
    templateKept: 'Το πρότυπο δεν διαγράφηκε',
    assign: 'Σφάλμα κατά την ανάθεση',
    followUp: 'Σφάλμα κατά την αποθήκευση της ημέρας υπενθύμισης',
    digest: 'Σφάλμα κατά την αποθήκευση της σύνοψης',
    signOut: 'Σφάλμα κατά την αποσύνδεση',
    language: 'Σφάλμα κατά την αποθήκευση της γλώσσας',
    erase: 'Σφάλμα κατά τη διαγραφή',
    lookUp: 'Σφάλμα κατά την αναζήτηση',
    notDiscarded: 'Δεν απορρίφθηκε',
    notReleased: 'Δεν επανήλθε',
    notSentAgain: 'Δεν στάλθηκε ξανά',
    busy: 'Η βάση δεδομένων είναι απασχολημένη. Δοκιμάστε ξανά σε λίγο.',
    broken: 'Κάτι δεν πήγε καλά. Δοκιμάστε ξανά σε λίγο.',
    gone: 'Το αίτημα διαγράφηκε από άλλον χρήστη.',
    unknownStatus: 'Η κατάσταση πρέπει να είναι Νέο, Σε εξέλιξη ή Ολοκληρωμένο.',
    emptyNote: 'Γράψτε πρώτα κάτι.',
    longNote: (max: number) => `Μια σημείωση χωράει το πολύ ${max} χαρακτήρες.`,
    changed: (by: string, status: string, at: string | null) =>
      `Άλλαξε σε «${status}» από ${by} στις ${at}.`,
    byNow: (status: string) => `Η κατάσταση είναι πλέον «${status}».`,
    nothingOverwritten: 'Δεν αντικαταστάθηκε τίποτα.',
  },
});

/** Who changed an enquiry to what while a stale page was open: nothing was overwritten. */
export function staleMessage(
  status: StatusName,
  by: string | null,
  at: string | null,
  language: Language,
): string {
  const { changed, byNow, nothingOverwritten } = deskFaults[language];
  const label = statusLabels[language][status];
  return `${by ? changed(by, label, at) : byNow(label)} ${nothingOverwritten}`;
}

/** What the desk says of who has an enquiry and when to come back to it (DA-3, DA-4). */
export const handlingWords = bilingual({
  en: {
    assignedTo: 'Assigned to',
    nobody: 'Nobody',
    you: '{email} (you)',
    take: 'Take it',
    assign: 'Assign',
    followUp: 'Follow-up day',
    noDay: 'No day',
    saveDay: 'Save day',
    due: 'Due',
    assignments: 'Assignments',
    followUps: 'Follow-up days',
    change: '{from} to {to}',
    filters: {
      assigned: 'Assigned to',
      anybody: 'Anybody',
      mine: 'Mine',
      nobodys: 'Nobody’s',
      language: 'Language',
      any: 'Any',
      due: 'Due',
    },
  },
  el: {
    assignedTo: 'Ανάθεση σε',
    nobody: 'Χωρίς ανάθεση',
    you: '{email} (εσείς)',
    take: 'Το αναλαμβάνω',
    assign: 'Ανάθεση',
    followUp: 'Ημέρα υπενθύμισης',
    noDay: 'Καμία ημέρα',
    saveDay: 'Αποθήκευση ημέρας',
    due: 'Υπενθύμιση',
    assignments: 'Αναθέσεις',
    followUps: 'Ημέρες υπενθύμισης',
    change: '{from} → {to}',
    filters: {
      assigned: 'Ανάθεση',
      anybody: 'Όλα',
      mine: 'Δικά μου',
      nobodys: 'Χωρίς ανάθεση',
      language: 'Γλώσσα',
      any: 'Όλες',
      due: 'Υπενθύμιση',
    },
  },
});

/** Why an enquiry was not given to somebody, or its day not set. */
export const handlingFaults = bilingual({
  en: {
    unknownAdmin: 'This person is not at the desk, or not any more. Choose somebody else.',
    unknownDay: 'The day must be one such as 2026-03-31, or empty.',
    hasIt: (who: string, since: string | null) =>
      since ? `${who} has had it since ${since}.` : `${who} has it by now.`,
    nobodyHasIt: 'Nobody has it by now.',
    dayMoved: (by: string, day: string, at: string) => `${by} changed it to ${day} on ${at}.`,
    dayIs: (day: string) => `It is ${day} by now.`,
  },
  el: {
    unknownAdmin: 'Το πρόσωπο αυτό δεν εργάζεται, ή δεν εργάζεται πια, εδώ. Επιλέξτε άλλο.',
    unknownDay: 'Η ημέρα πρέπει να είναι όπως 2026-03-31 ή κενή.',
    hasIt: (who: string, since: string | null) =>
      since ? `Το έχει αναλάβει: ${who} (${since}).` : `Το έχει αναλάβει: ${who}.`,
    nobodyHasIt: 'Πλέον δεν το έχει αναλάβει κανείς.',
    dayMoved: (by: string, day: string, at: string) => `Άλλαξε σε «${day}» από ${by} στις ${at}.`,
    dayIs: (day: string) => `Πλέον είναι: «${day}».`,
  },
});

/** Who has an enquiry while a stale page was open: nothing was overwritten. */
export function staleHolderMessage(
  holder: string | null,
  since: string | null,
  language: Language,
): string {
  const { hasIt, nobodyHasIt } = handlingFaults[language];
  const now = holder === null ? nobodyHasIt : hasIt(holder, since);
  return `${now} ${deskFaults[language].nothingOverwritten}`;
}

/** Which follow-up day an enquiry has while a stale page was open. */
export function staleDayMessage(
  day: string | null,
  moved: { by: string; at: string } | null,
  language: Language,
): string {
  const { dayMoved, dayIs } = handlingFaults[language];
  const named = day ?? handlingWords[language].noDay;
  const now = moved ? dayMoved(moved.by, named, moved.at) : dayIs(named);
  return `${now} ${deskFaults[language].nothingOverwritten}`;
}

/** What the desk says around replies to an enquiry (DA-1). */
export const replyWords = bilingual({
  en: {
    heading: 'Replies',
    reply: 'Reply',
    to: 'Reply to {name}',
    language: { en: 'in English', el: 'in Greek' },
    answersTo: 'Answers go to {address}.',
    startFrom: 'Start from a template',
    lostTemplate: 'There is no such template. It may have been deleted.',
    manage: 'Edit templates',
    subject: 'Subject',
    message: 'Message',
    send: 'Send reply',
    cancel: 'Cancel',
    written: 'What you wrote',
    states: { queued: 'Queued', sent: 'Sent', failed: 'Failed' },
    again: 'Try again',
  },
  el: {
    heading: 'Απαντήσεις',
    reply: 'Απάντηση',
    to: 'Απάντηση προς: {name}',
    language: { en: 'στα αγγλικά', el: 'στα ελληνικά' },
    answersTo: 'Ό,τι απαντήσει ο παραλήπτης φτάνει στη διεύθυνση {address}.',
    startFrom: 'Ξεκινήστε από πρότυπο',
    lostTemplate: 'Δεν υπάρχει τέτοιο πρότυπο. Ίσως έχει διαγραφεί.',
    manage: 'Επεξεργασία προτύπων',
    subject: 'Θέμα',
    message: 'Μήνυμα',
    send: 'Αποστολή απάντησης',
    cancel: 'Άκυρο',
    written: 'Όσα γράψατε',
    states: { queued: 'Σε αναμονή', sent: 'Στάλθηκε', failed: 'Δεν στάλθηκε' },
    again: 'Νέα προσπάθεια',
  },
});

/** Why a reply was not sent. */
export const replyFaults = bilingual({
  en: {
    noSubject: 'Please write a subject.',
    noMessage: 'Please write a message.',
    longSubject: (max: number) => `A subject holds at most ${max} characters.`,
    longMessage: (max: number) => `A reply holds at most ${max} characters.`,
    incomplete: 'The form was not complete. Please send it again.',
    spent: 'This page has sent a reply already. Send again to send this text as well.',
    overtaken: (by: string, at: string) =>
      `${by} replied on ${at}. Nothing was sent: read it first, then send yours if it is still needed.`,
    notRetried: 'It is no longer here: its mail was discarded.',
  },
  el: {
    noSubject: 'Γράψτε ένα θέμα.',
    noMessage: 'Γράψτε ένα μήνυμα.',
    longSubject: (max: number) => `Ένα θέμα χωράει το πολύ ${max} χαρακτήρες.`,
    longMessage: (max: number) => `Μια απάντηση χωράει το πολύ ${max} χαρακτήρες.`,
    incomplete: 'Η φόρμα δεν ήταν πλήρης. Στείλτε την ξανά.',
    spent: 'Από αυτή τη σελίδα έχει ήδη σταλεί απάντηση. Για να σταλεί και αυτή, στείλτε ξανά.',
    overtaken: (by: string, at: string) =>
      `Απάντησε ήδη ο χρήστης ${by} στις ${at}. Δεν στάλθηκε τίποτα: διαβάστε πρώτα την απάντηση και, αν χρειάζεται ακόμη, στείλτε και τη δική σας.`,
    notRetried: 'Δεν είναι πια εδώ: το μήνυμά της απορρίφθηκε.',
  },
});
