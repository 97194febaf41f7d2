import { bilingual } from '#app/content/language.ts';
import { fileWords } from './files.server.ts';

/** What the page of messages set aside says (CF-7). */
export const quarantineWords = bilingual({
  en: {
    title: 'Set aside as spam',
    intro:
      'Kept for {days} days, outside the submissions. A password manager may have filled the hidden field for a real person.',
    reasons: { honeypot: 'A field that people do not see was filled in.' },
    about: 'Asked from',
    files: fileWords.en.heading,
    release: 'Not spam',
    refusals: {
      gone: 'It is no longer here: it has been released or deleted.',
      incomplete: 'It cannot become an enquiry: the form would not have taken it.',
    },
    empty: 'Nothing has been set aside.',
    nothingFound: 'Nothing that was set aside matches this search.',
    search: 'Search',
    searchHint: 'Name, email, company, message',
    showAll: 'Show all',
    shown: '{count} shown, newest first.',
    shownOf: '{count} of {total} shown, newest first.',
    notKept: {
      one: '{count} more was counted but not kept: they came from addresses that had sent too many, or when there was no room.',
      other:
        '{count} more were counted but not kept: they came from addresses that had sent too many, or when there was no room.',
    },
  },
  el: {
    title: 'Ανεπιθύμητα',
    intro:
      'Διατηρούνται για {days} ημέρες, χωριστά από τα αιτήματα. Ίσως ένας διαχειριστής συνθηματικών συμπλήρωσε το κρυφό πεδίο στη θέση ενός πραγματικού ανθρώπου.',
    reasons: { honeypot: 'Συμπληρώθηκε ένα πεδίο που οι άνθρωποι δεν βλέπουν.' },
    about: 'Από τη σελίδα',
    files: fileWords.el.heading,
    release: 'Δεν είναι ανεπιθύμητο',
    refusals: {
      gone: 'Δεν είναι πια εδώ: επανήλθε ή διαγράφηκε.',
      incomplete: 'Δεν μπορεί να γίνει αίτημα: η φόρμα δεν θα το είχε δεχτεί.',
    },
    empty: 'Δεν υπάρχουν ανεπιθύμητα.',
    nothingFound: 'Κανένα ανεπιθύμητο δεν ταιριάζει με αυτή την αναζήτηση.',
    search: 'Αναζήτηση',
    searchHint: 'Όνομα, email, εταιρεία, μήνυμα',
    showAll: 'Εμφάνιση όλων',
    shown: 'Εμφάνιση {count}, πρώτα τα πιο πρόσφατα.',
    shownOf: 'Εμφάνιση {count} από {total}, πρώτα τα πιο πρόσφατα.',
    notKept: {
      one: '{count} ακόμη μετρήθηκε αλλά δεν διατηρήθηκε: ήρθε από διεύθυνση που είχε στείλει πάρα πολλά ή όταν δεν υπήρχε χώρος.',
      other:
        '{count} ακόμη μετρήθηκαν αλλά δεν διατηρήθηκαν: ήρθαν από διευθύνσεις που είχαν στείλει πάρα πολλά ή όταν δεν υπήρχε χώρος.',
    },
  },
});

export type QuarantineWords = (typeof quarantineWords)['en'];
