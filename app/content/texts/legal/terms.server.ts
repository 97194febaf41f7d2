import { bilingual } from '#app/content/language.ts';
import { termsInEnglish } from './terms-in-english.server.ts';
import { termsInGreek } from './terms-in-greek.server.ts';

/** The terms of use (ledger L-1). The company's legal identity is shown below them (P-14). */
export const terms = bilingual({ en: termsInEnglish, el: termsInGreek });
