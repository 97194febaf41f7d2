import { bilingual } from '#app/content/language.ts';

/** What the desk says about exports (ledger D-7). */
export const exportWords = bilingual({
  en: {
    button: 'Export to Excel',
    workbook: 'Workbook (.xlsx)',
    none: {
      title: 'No data to export',
      message: 'There are no contact submissions to export.',
    },
    done: 'Export successful',
    doneMessage: '{count} submissions exported to Excel format.',
    failed: {
      title: 'Export failed',
      message: 'The file could not be made. Please try again in a moment.',
    },
    running: {
      title: 'An export is running',
      message: 'One file is made at a time. Please try again in a moment.',
    },
    tooLarge: {
      title: 'Export failed',
      message:
        'There are too many submissions for a workbook. Filter the list, or use Export to Excel.',
    },
  },
  el: {
    button: 'Εξαγωγή σε Excel',
    workbook: 'Βιβλίο εργασίας (.xlsx)',
    none: {
      title: 'Δεν υπάρχουν δεδομένα για εξαγωγή',
      message: 'Δεν υπάρχουν αιτήματα επικοινωνίας για εξαγωγή.',
    },
    done: 'Η εξαγωγή ολοκληρώθηκε',
    doneMessage: 'Αιτήματα που εξήχθησαν σε μορφή Excel: {count}.',
    failed: {
      title: 'Η εξαγωγή απέτυχε',
      message: 'Το αρχείο δεν δημιουργήθηκε. Δοκιμάστε ξανά σε λίγο.',
    },
    running: {
      title: 'Μια εξαγωγή είναι σε εξέλιξη',
      message: 'Δημιουργείται ένα αρχείο τη φορά. Δοκιμάστε ξανά σε λίγο.',
    },
    tooLarge: {
      title: 'Η εξαγωγή απέτυχε',
      message:
        'Τα αιτήματα είναι πάρα πολλά για βιβλίο εργασίας. Φιλτράρετε τη λίστα ή χρησιμοποιήστε την «Εξαγωγή σε Excel».',
    },
  },
});
