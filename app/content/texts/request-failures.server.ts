import { bilingual } from '#app/content/language.ts';
import { requestFailures as requestFailuresInEnglish } from './request-failures.ts';

/** What is said of a request that got no answer of ours, wherever it was made. */
export const requestFailures = bilingual<Record<keyof typeof requestFailuresInEnglish, string>>({
  en: requestFailuresInEnglish,
  el: {
    unreachable: 'Ο διακομιστής δεν αποκρίνεται. Ελέγξτε τη σύνδεσή σας και δοκιμάστε ξανά.',
    broken: 'Κάτι πήγε στραβά. Δοκιμάστε ξανά σε λίγο.',
    title: 'Η σελίδα δεν φορτώθηκε',
    tryAgain: 'Δοκιμάστε ξανά',
  },
});
