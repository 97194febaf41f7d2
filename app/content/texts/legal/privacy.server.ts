import { bilingual } from '#app/content/language.ts';
import { privacyInEnglish } from './privacy-in-english.server.ts';
import { privacyInGreek } from './privacy-in-greek.server.ts';

/** The privacy text (ledger L-1): it says what this software does, and must change with it. */
export const privacyText = bilingual({ en: privacyInEnglish, el: privacyInGreek });
