import { bilingual } from '#app/content/language.ts';

/** What the page of mail says that could not be sent. */
export const mailPage = bilingual({
  en: {
    title: 'Mail that could not be sent',
    description: 'Mail that could not be sent, to be sent again or discarded.',
    intro:
      'The mail server refused these, or did not take them for days. What they say is kept until you send them again or discard them, for at most 30 days.',
    none: 'All mail has gone out, or is on its way.',
    unreadable: 'A mail that can no longer be read',
    dated: 'Its link is no longer good.',
    view: 'View enquiry',
    again: 'Send again',
    discard: 'Discard',
    gone: 'It is no longer here: it is on its way again, or it was discarded.',
    refused: (code: string) => `refused by the mail server (${code})`,
    notTaken: (days: number, reason: string) => `not taken for ${days} days (${reason})`,
  },
  el: {
    title: 'Μηνύματα που δεν στάλθηκαν',
    description: 'Μηνύματα που δεν στάλθηκαν, για νέα αποστολή ή απόρριψη.',
    intro:
      'Ο διακομιστής αλληλογραφίας τα αρνήθηκε ή δεν τα δεχόταν για ημέρες. Το περιεχόμενό τους διατηρείται μέχρι να τα στείλετε ξανά ή να τα απορρίψετε, το πολύ για 30 ημέρες.',
    none: 'Όλα τα μηνύματα έχουν σταλεί ή είναι καθ’ οδόν.',
    unreadable: 'Ένα μήνυμα που δεν διαβάζεται πια',
    dated: 'Ο σύνδεσμός του δεν ισχύει πια.',
    view: 'Προβολή αιτήματος',
    again: 'Νέα αποστολή',
    discard: 'Απόρριψη',
    gone: 'Δεν είναι πια εδώ: αποστέλλεται ξανά ή απορρίφθηκε.',
    refused: (code: string) => `το αρνήθηκε ο διακομιστής αλληλογραφίας (${code})`,
    notTaken: (days: number, reason: string) => `δεν έγινε δεκτό για ${days} ημέρες (${reason})`,
  },
});
