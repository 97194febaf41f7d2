import { type Language, bilingual } from '#app/content/language.ts';
import { type StatusName, statusLabels } from './statuses.server.ts';

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
