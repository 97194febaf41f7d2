import { type Language, bilingual } from '#app/content/language.ts';
import { company } from '#app/content/texts/company.ts';
import { requestFailures } from '#app/content/texts/request-failures.server.ts';
import { languageNames } from '#app/content/texts/site-words.server.ts';

const words = bilingual({
  en: {
    mark: `${company.name}, home`,
    home: 'Back to Home',
    backToLogin: 'Back to Login',
    busy: 'Loading',
  },
  el: {
    mark: `${company.name}, αρχική`,
    home: 'Επιστροφή στην αρχική',
    backToLogin: 'Επιστροφή στη σύνδεση',
    busy: 'Φόρτωση',
  },
});

/** What the login and password pages share, and say when they fail, in one language. */
export function authPageFrame(language: Language) {
  const other = language === 'en' ? 'el' : 'en';
  return {
    ...words[language],
    failures: requestFailures[language],
    other: { language: other, name: languageNames[other] },
  } as const;
}

export type AuthPageFrame = ReturnType<typeof authPageFrame>;
