import { bilingual, buildPerLanguage } from '#app/content/language.ts';
import type { UnkeptFile } from '#db/schema.ts';
import { attachmentTexts } from './contact.server.ts';

/** The texts about messages of customers at the desk (AN-4 to AN-6). */
export const correspondenceTexts = bilingual({
  en: {
    heading: 'Correspondence',
    older: 'Earlier messages ({count})',
    answered: 'Customer replied',
    arrived: 'The customer has just replied.',
    arrivals: { one: '{count} customer has replied.', other: '{count} customers have replied.' },
    otherSender: 'Sent from another address: {address}',
    quoted: 'Show quoted text',
    rest: 'The rest is in the mailbox.',
    automatic: 'Automatic reply',
    undelivered: 'Not delivered',
    receiptUndelivered: 'The receipt was not delivered',
    reopened: 'Back to In Progress: the customer replied',
    readLate: 'Still In Progress: the customer’s reply arrived late',
    notKept: 'Not kept here, only in the mailbox',
  },
  el: {
    heading: 'Αλληλογραφία',
    older: 'Προηγούμενα μηνύματα ({count})',
    answered: 'Απάντησε ο πελάτης',
    arrived: 'Ο πελάτης μόλις απάντησε.',
    arrivals: { one: 'Απάντησε {count} πελάτης.', other: 'Απάντησαν {count} πελάτες.' },
    otherSender: 'Στάλθηκε από άλλη διεύθυνση: {address}',
    quoted: 'Εμφάνιση παρατιθέμενου κειμένου',
    rest: 'Το υπόλοιπο βρίσκεται στο αρχικό email, στα εισερχόμενα.',
    automatic: 'Αυτόματη απάντηση',
    undelivered: 'Δεν παραδόθηκε',
    receiptUndelivered: 'Δεν παραδόθηκε η επιβεβαίωση λήψης',
    reopened: 'Ξανά σε εξέλιξη: απάντησε ο πελάτης',
    readLate: 'Ακόμη σε εξέλιξη: η απάντηση του πελάτη έφτασε αργά',
    notKept: 'Δεν αποθηκεύτηκαν εδώ· βρίσκονται στο αρχικό email, στα εισερχόμενα',
  },
});

const unkeptFiles = bilingual({
  en: {
    tooMany: '{name}: only the first {count} files of an email are kept.',
    together: '{name}: the files of an email can have at most {mb} MB in total.',
    small: '{name} is a small picture inside the email.',
    'no-room': '{name}: there is no space on the server.',
  },
  el: {
    tooMany: '{name}: αποθηκεύονται έως {count} αρχεία από κάθε email.',
    together: '{name}: τα αρχεία ενός email μπορούν να έχουν συνολικά έως {mb} MB.',
    small: 'Το {name} είναι μικρή εικόνα μέσα στο κείμενο.',
    'no-room': '{name}: δεν υπάρχει χώρος στον διακομιστή.',
  },
});

/** Why a file of an answer was not stored (AT-3). Some of the texts are those of the contact form. */
export const unkeptFileTexts = buildPerLanguage<Record<UnkeptFile['kind'], string>>((language) => {
  const { notAccepted, empty, tooLarge } = attachmentTexts[language].errors;
  const reasons = { notAccepted: notAccepted.text, empty: empty.text };
  return { ...unkeptFiles[language], ...reasons, tooLarge: tooLarge.text };
});
