import { bilingual } from '#app/content/language.ts';

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
