import { bilingual } from '#app/content/language.ts';

/** What the desk says around replies to an enquiry (DA-1). */
export const replyWords = bilingual({
  en: {
    heading: 'Replies',
    reply: 'Reply',
    to: 'Reply to {name}',
    language: { en: 'in English', el: 'in Greek' },
    answersTo: 'Answers go to {address}.',
    startFrom: 'Start from a template',
    lostTemplate: 'There is no such template. It may have been deleted.',
    manage: 'Edit templates',
    subject: 'Subject',
    message: 'Message',
    send: 'Send reply',
    cancel: 'Cancel',
    written: 'What you wrote',
    states: { queued: 'Queued', sent: 'Sent', failed: 'Failed' },
    again: 'Try again',
  },
  el: {
    heading: 'Απαντήσεις',
    reply: 'Απάντηση',
    to: 'Απάντηση προς: {name}',
    language: { en: 'στα αγγλικά', el: 'στα ελληνικά' },
    answersTo: 'Ό,τι απαντήσει ο παραλήπτης φτάνει στη διεύθυνση {address}.',
    startFrom: 'Ξεκινήστε από πρότυπο',
    lostTemplate: 'Δεν υπάρχει τέτοιο πρότυπο. Ίσως έχει διαγραφεί.',
    manage: 'Επεξεργασία προτύπων',
    subject: 'Θέμα',
    message: 'Μήνυμα',
    send: 'Αποστολή απάντησης',
    cancel: 'Άκυρο',
    written: 'Όσα γράψατε',
    states: { queued: 'Σε αναμονή', sent: 'Στάλθηκε', failed: 'Δεν στάλθηκε' },
    again: 'Νέα προσπάθεια',
  },
});

/** Why a reply was not sent. */
export const replyFaults = bilingual({
  en: {
    noSubject: 'Please write a subject.',
    noMessage: 'Please write a message.',
    longSubject: (max: number) => `A subject holds at most ${max} characters.`,
    longMessage: (max: number) => `A reply holds at most ${max} characters.`,
    incomplete: 'The form was not complete. Please send it again.',
    spent: 'This page has sent a reply already. Send again to send this text as well.',
    overtaken: (by: string, at: string) =>
      `${by} replied on ${at}. Nothing was sent: read it first, then send yours if it is still needed.`,
    notRetried: 'It is no longer here: its mail was discarded.',
  },
  el: {
    noSubject: 'Γράψτε ένα θέμα.',
    noMessage: 'Γράψτε ένα μήνυμα.',
    longSubject: (max: number) => `Ένα θέμα χωράει το πολύ ${max} χαρακτήρες.`,
    longMessage: (max: number) => `Μια απάντηση χωράει το πολύ ${max} χαρακτήρες.`,
    incomplete: 'Η φόρμα δεν ήταν πλήρης. Στείλτε την ξανά.',
    spent: 'Από αυτή τη σελίδα έχει ήδη σταλεί απάντηση. Για να σταλεί και αυτή, στείλτε ξανά.',
    overtaken: (by: string, at: string) =>
      `Απάντησε ήδη ο χρήστης ${by} στις ${at}. Δεν στάλθηκε τίποτα: διαβάστε πρώτα την απάντηση και, αν χρειάζεται ακόμη, στείλτε και τη δική σας.`,
    notRetried: 'Δεν είναι πια εδώ: το μήνυμά της απορρίφθηκε.',
  },
});
