import { bilingual, buildPerLanguage, locales } from '#app/content/language.ts';
import { attachmentTexts } from '#app/content/texts/contact.server.ts';

export const replyTexts = bilingual({
  en: {
    heading: 'Replies',
    reply: 'Reply',
    replyTo: 'Reply to {name}',
    language: { en: 'in English', el: 'in Greek' },
    answersTo: 'Replies to this email go to {address}.',
    signature: 'Signature, added below your text:',
    startFrom: 'Start from a template',
    useTemplate: 'Use template',
    templateNotFound: 'There is no such template. It may have been deleted.',
    manage: 'Edit templates',
    subject: 'Subject',
    message: 'Message',
    send: 'Send reply',
    sendWithoutFile: 'Send without a file',
    cancel: 'Cancel',
    yourText: 'What you wrote',
    states: { queued: 'Queued', sent: 'Sent', failed: 'Failed' },
    tryAgain: 'Try again',
    answeredElsewhere: 'Answered another way, or no answer needed',
    channels: {
      phone: 'Answered by phone',
      visit: 'Answered in person',
      mail: 'Answered by email or post',
      none: 'No answer needed',
    },
    answerNote: 'Note (optional)',
  },
  el: {
    heading: 'Απαντήσεις',
    reply: 'Απάντηση',
    replyTo: 'Απάντηση προς: {name}',
    language: { en: 'στα αγγλικά', el: 'στα ελληνικά' },
    signature: 'Υπογραφή, προστίθεται κάτω από το κείμενό σας:',
    answersTo: 'Ό,τι απαντήσει ο παραλήπτης φτάνει στη διεύθυνση {address}.',
    startFrom: 'Ξεκινήστε από πρότυπο',
    useTemplate: 'Χρήση του προτύπου',
    templateNotFound: 'Δεν υπάρχει τέτοιο πρότυπο. Ίσως έχει διαγραφεί.',
    manage: 'Επεξεργασία προτύπων',
    subject: 'Θέμα',
    message: 'Μήνυμα',
    send: 'Αποστολή απάντησης',
    sendWithoutFile: 'Αποστολή χωρίς αρχείο',
    cancel: 'Ακύρωση',
    yourText: 'Όσα γράψατε',
    states: { queued: 'Σε αναμονή', sent: 'Στάλθηκε', failed: 'Δεν στάλθηκε' },
    tryAgain: 'Νέα προσπάθεια',
    answeredElsewhere: 'Απαντήσατε αλλιώς ή δεν χρειάζεται απάντηση;',
    channels: {
      phone: 'Απαντήθηκε τηλεφωνικά',
      visit: 'Απαντήθηκε διά ζώσης',
      mail: 'Απαντήθηκε με email ή επιστολή',
      none: 'Δεν χρειάζεται απάντηση',
    },
    answerNote: 'Σημείωση (προαιρετικά)',
  },
});

const replyFiles = bilingual({
  en: {
    label: 'Files',
    choose:
      'A quotation, drawings or pictures: PDF, JPEG, PNG, WebP, HEIC, DWG, DXF, or DOCX and XLSX without macros.',
    limits: 'Up to {files} files, {together} MB in total.',
    notAccepted: '{name} is not a PDF, a picture, a drawing or an Office file we can send.',
  },
  el: {
    label: 'Αρχεία',
    choose:
      'Μια προσφορά, σχέδια ή εικόνες: PDF, JPEG, PNG, WebP, HEIC, DWG, DXF ή, χωρίς μακροεντολές, DOCX και XLSX.',
    limits: 'Έως {files} αρχεία, {together} MB όλα μαζί.',
    notAccepted:
      'Το {name} δεν είναι PDF, εικόνα, σχέδιο ή αρχείο Office που μπορούμε να στείλουμε.',
  },
});

/** The texts of the files of an enquiry, some of them changed for a reply (DA-7). */
export const replyFileTexts = buildPerLanguage((language) => {
  const enquiryFileTexts = attachmentTexts[language];
  const { notAccepted, ...differentTexts } = replyFiles[language];
  const errors = {
    ...enquiryFileTexts.errors,
    notAccepted: { ...enquiryFileTexts.errors.notAccepted, text: notAccepted },
  };
  return { ...enquiryFileTexts, ...differentTexts, errors };
});

export const replyErrors = bilingual({
  en: {
    noSubject: 'Please write a subject.',
    noMessage: 'Please write a message.',
    longSubject: (max: number) =>
      `The subject can have at most ${max.toLocaleString(locales.en)} characters.`,
    longMessage: (max: number) =>
      `The reply can have at most ${max.toLocaleString(locales.en)} characters.`,
    incomplete: 'The form was not complete. Please send it again.',
    spent:
      'You have already replied from this page. Press “Send reply” again to send this one too.',
    spentAnswer:
      'You have already recorded an answer from this page. Press the button again to record this one too.',
    overtaken: (admin: string, time: string) =>
      `${admin} replied on ${time}. Nothing was sent: read that reply first, then send yours if it is still needed.`,
    noAddress: 'The enquiry has no email address. Record how it was answered instead.',
    unknownChannel:
      'Choose how it was answered: by phone, in person, by email or by post, or that no answer is needed.',
    notRetried: 'This reply can no longer be sent: its email was discarded.',
    noFile: 'Your text mentions an attachment, but no file is chosen.',
    noSpace:
      'There is no space on the server for these files, so nothing was sent. Please tell the person who runs the server, or remove the files.',
    files: 'Please check the files.',
  },
  el: {
    noSubject: 'Γράψτε ένα θέμα.',
    noMessage: 'Γράψτε ένα μήνυμα.',
    longSubject: (max: number) => `Έως ${max.toLocaleString(locales.el)} χαρακτήρες στο θέμα.`,
    longMessage: (max: number) => `Έως ${max.toLocaleString(locales.el)} χαρακτήρες στην απάντηση.`,
    incomplete: 'Η φόρμα δεν ήταν πλήρης. Στείλτε την ξανά.',
    spent:
      'Από αυτή τη σελίδα έχει ήδη σταλεί απάντηση. Πατήστε ξανά «Αποστολή απάντησης» για να σταλεί και η νέα.',
    spentAnswer:
      'Από αυτή τη σελίδα έχει ήδη καταγραφεί απάντηση. Πατήστε ξανά το κουμπί για να καταγραφεί και η νέα.',
    overtaken: (admin: string, time: string) =>
      `Στάλθηκε ήδη απάντηση (${admin}, ${time}). Η δική σας δεν στάλθηκε: διαβάστε πρώτα εκείνη και, αν χρειάζεται ακόμη, στείλτε και τη δική σας.`,
    noAddress: 'Το αίτημα δεν έχει διεύθυνση email. Καταγράψτε πώς απαντήθηκε.',
    unknownChannel:
      'Επιλέξτε πώς απαντήθηκε: τηλεφωνικά, διά ζώσης, με email ή με επιστολή, ή ότι δεν χρειάζεται απάντηση.',
    notRetried: 'Η απάντηση δεν μπορεί πια να σταλεί: το email της διαγράφηκε.',
    noFile: 'Το κείμενό σας αναφέρει συνημμένο, αλλά δεν έχετε επιλέξει αρχείο.',
    noSpace:
      'Δεν υπάρχει χώρος στον διακομιστή για αυτά τα αρχεία και δεν στάλθηκε τίποτα. Ενημερώστε τον διαχειριστή του διακομιστή ή αφαιρέστε τα αρχεία.',
    files: 'Ελέγξτε τα αρχεία.',
  },
});
