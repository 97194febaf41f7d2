import { bilingual } from '#app/content/language.ts';

/** What the help for the keys of the desk says (DA-6); the keys themselves are the same in both. */
export const keyWords = bilingual({
  en: {
    title: 'Keyboard shortcuts',
    heading: { key: 'Key', does: 'What it does' },
    does: {
      move: 'To the next or previous enquiry',
      open: 'Open the enquiry',
      reply: 'Reply',
      status: 'Set the status: {statuses}',
      search: 'Search',
      help: 'Show this help',
      close: 'Close what is open',
    },
    note: 'They do nothing while you are typing.',
    on: 'Use keyboard shortcuts in this browser',
    close: 'Close',
  },
  el: {
    title: 'Συντομεύσεις πληκτρολογίου',
    heading: { key: 'Πλήκτρο', does: 'Τι κάνει' },
    does: {
      move: 'Στο επόμενο ή στο προηγούμενο αίτημα',
      open: 'Άνοιγμα του αιτήματος',
      reply: 'Απάντηση',
      status: 'Ορισμός κατάστασης: {statuses}',
      search: 'Αναζήτηση',
      help: 'Εμφάνιση αυτής της βοήθειας',
      close: 'Κλείσιμο όσων είναι ανοιχτά',
    },
    note: 'Όσο γράφετε δεν κάνουν τίποτα. Ισχύουν και με ελληνικό πληκτρολόγιο.',
    on: 'Χρήση συντομεύσεων σε αυτό το πρόγραμμα περιήγησης',
    close: 'Κλείσιμο',
  },
});
