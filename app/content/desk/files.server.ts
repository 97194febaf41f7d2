import { bilingual } from '#app/content/language.ts';

/** What the desk says about the files of an enquiry (AT-7, AT-9). */
export const fileWords = bilingual({
  en: {
    heading: 'Files',
    clip: { one: '{count} file', other: '{count} files' },
    download: 'Download',
    downloadAll: 'Download all (.zip)',
    preview: 'Preview of {name}',
    removed: 'Removed: infected',
    notScanned: 'Not scanned',
    gone: 'There is no such file. It may have been deleted with its enquiry.',
  },
  el: {
    heading: 'Αρχεία',
    clip: { one: '{count} αρχείο', other: '{count} αρχεία' },
    download: 'Λήψη',
    downloadAll: 'Λήψη όλων (.zip)',
    preview: 'Προεπισκόπηση του {name}',
    removed: 'Αφαιρέθηκε: μολυσμένο',
    notScanned: 'Δεν ελέγχθηκε',
    gone: 'Δεν υπάρχει τέτοιο αρχείο. Ίσως διαγράφηκε μαζί με το αίτημά του.',
  },
});
