import { bilingual } from '#app/content/language.ts';

/** What the page of privacy requests says. */
export const personWords = bilingual({
  en: {
    title: 'Privacy requests',
    intro:
      'Hand a person what is kept about them, or erase it. Find them by the address they wrote from.',
    email: 'Email',
    lookUp: 'Look up',
    nothing: 'Nothing is kept about {email}.',
    found: 'Enquiries: {enquiries}. Messages set aside as spam: {quarantined}.',
    download: 'Download as JSON',
    sure: 'Erase all of it, for good',
    erase: 'Erase',
  },
  el: {
    title: 'Προσωπικά δεδομένα',
    intro:
      'Παραδώστε σε ένα πρόσωπο όσα τηρούνται για αυτό ή διαγράψτε τα. Αναζητήστε το με τη διεύθυνση από την οποία έγραψε.',
    email: 'Email',
    lookUp: 'Αναζήτηση',
    nothing: 'Δεν τηρείται τίποτα για τη διεύθυνση {email}.',
    found: 'Αιτήματα: {enquiries}. Ανεπιθύμητα: {quarantined}.',
    download: 'Λήψη ως JSON',
    sure: 'Οριστική διαγραφή όλων',
    erase: 'Διαγραφή',
  },
});
