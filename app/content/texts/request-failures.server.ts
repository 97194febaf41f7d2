import { bilingual } from '#app/content/language.ts';

/** What is said of a request that got no answer of ours, wherever it was made. */
export const requestFailures = bilingual({
  en: {
    unreachable: 'The server could not be reached. Please check your connection and try again.',
    broken: 'Something went wrong here. Please try again in a moment.',
    title: 'The page could not be loaded',
    tryAgain: 'Try again',
  },
  el: {
    unreachable: 'Ο διακομιστής δεν αποκρίνεται. Ελέγξτε τη σύνδεσή σας και δοκιμάστε ξανά.',
    broken: 'Κάτι δεν πήγε καλά. Δοκιμάστε ξανά σε λίγο.',
    title: 'Η σελίδα δεν φορτώθηκε',
    tryAgain: 'Δοκιμάστε ξανά',
  },
});
