import { type Language, bilingual } from '#app/content/language.ts';
import { company } from '#app/content/texts/company.ts';
import { requestFailures } from '#app/content/texts/request-failures.server.ts';
import { account } from './account.server.ts';
import { desk } from './desk.server.ts';
import { enquiryWords } from './enquiry.server.ts';
import { deskFaults } from './faults.server.ts';
import { statusLabels } from './statuses.server.ts';

const words = bilingual({
  en: {
    mark: `${company.name}, home`,
    logout: 'Logout',
    pages: 'Pages',
    first: 'First',
    newer: 'Newer',
    older: 'Older',
    last: 'Last',
    undo: 'Undo',
    drafts: {
      restored: 'Not saved yet. This is what you had begun.',
      changed:
        'Not saved yet. This is what you had begun; somebody has made a change since, so look at it first.',
    },
    mail: {
      stuck: 'Mail is not going out',
      waiting: {
        one: '1 mail is waiting for the mail server and will be sent when it answers.',
        other: '{count} mails are waiting for the mail server and will be sent when it answers.',
      },
      failed: 'Mail could not be sent',
      givenUp: {
        one: '1 mail had to be given up, and can be sent again.',
        other: '{count} mails had to be given up, and can be sent again.',
      },
      which: 'See which',
    },
  },
  el: {
    mark: `${company.name}, αρχική`,
    logout: 'Αποσύνδεση',
    pages: 'Σελίδες',
    first: 'Πρώτη',
    newer: 'Νεότερα',
    older: 'Παλαιότερα',
    last: 'Τελευταία',
    undo: 'Αναίρεση',
    drafts: {
      restored: 'Δεν αποθηκεύτηκε ακόμη. Είναι αυτό που είχατε αρχίσει.',
      changed:
        'Δεν αποθηκεύτηκε ακόμη. Είναι αυτό που είχατε αρχίσει· στο μεταξύ έγινε κάποια αλλαγή, οπότε δείτε την πρώτα.',
    },
    mail: {
      stuck: 'Τα μηνύματα δεν φεύγουν',
      waiting: {
        one: '1 μήνυμα περιμένει τον διακομιστή αλληλογραφίας και θα σταλεί μόλις αποκριθεί.',
        other:
          '{count} μηνύματα περιμένουν τον διακομιστή αλληλογραφίας και θα σταλούν μόλις αποκριθεί.',
      },
      failed: 'Κάποια μηνύματα δεν στάλθηκαν',
      givenUp: {
        one: 'Η αποστολή 1 μηνύματος σταμάτησε. Μπορεί να σταλεί ξανά.',
        other: 'Η αποστολή {count} μηνυμάτων σταμάτησε. Μπορούν να σταλούν ξανά.',
      },
      which: 'Δείτε ποια',
    },
  },
});

/** What every page of the desk shares, and says when something fails, in one language. */
export function deskFrame(language: Language) {
  const { longNote: _, changed: __, byNow: ___, ...faults } = deskFaults[language];
  return {
    ...words[language],
    account: account[language].title,
    title: desk[language].title,
    about: enquiryWords[language].about,
    statuses: statusLabels[language],
    failures: requestFailures[language],
    faults,
  } as const;
}

export type DeskFrameWords = ReturnType<typeof deskFrame>;
export type DeskFault = keyof DeskFrameWords['faults'];
