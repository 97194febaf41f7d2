import { bilingual } from '#app/content/language.ts';

/** What is said about parts of an address that the desk does not understand. */
export const leftOutWords = bilingual({
  en: {
    heading: 'Part of this address was not understood. The page is shown without it:',
    clear: 'Clear it',
    unknown: 'This page knows no such filter.',
    twice: 'It was given more than once.',
    beside: 'A page can begin at one place only.',
    malformed: {
      status: 'It must be new, in_progress or completed.',
      from: 'It must be a day such as 2026-03-31.',
      to: 'It must be a day such as 2026-03-31.',
      q: 'It is too long to search for.',
      search: 'It is too long to search for.',
      assigned: 'It must be me or nobody.',
      due: 'It must be 1.',
      language: 'It must be en or el.',
      else: 'It is no place in this list.',
    },
    notExported: 'Nothing was exported: the address holds a filter that is not understood.',
  },
  el: {
    heading: 'Μέρος αυτής της διεύθυνσης δεν έγινε κατανοητό. Η σελίδα εμφανίζεται χωρίς αυτό:',
    clear: 'Καθαρισμός',
    unknown: 'Η σελίδα δεν έχει τέτοιο φίλτρο.',
    twice: 'Δόθηκε περισσότερες από μία φορές.',
    beside: 'Μια σελίδα αρχίζει από ένα σημείο μόνο.',
    malformed: {
      status: 'Πρέπει να είναι new, in_progress ή completed.',
      from: 'Πρέπει να είναι ημέρα όπως 2026-03-31.',
      to: 'Πρέπει να είναι ημέρα όπως 2026-03-31.',
      q: 'Είναι πολύ μεγάλο για αναζήτηση.',
      search: 'Είναι πολύ μεγάλο για αναζήτηση.',
      assigned: 'Πρέπει να είναι me ή nobody.',
      due: 'Πρέπει να είναι 1.',
      language: 'Πρέπει να είναι en ή el.',
      else: 'Δεν είναι σημείο αυτής της λίστας.',
    },
    notExported: 'Δεν έγινε εξαγωγή: η διεύθυνση έχει φίλτρο που δεν γίνεται κατανοητό.',
  },
});
