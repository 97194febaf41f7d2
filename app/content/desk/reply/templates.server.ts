import { bilingual } from '#app/content/language.ts';

/** What the page of reply templates says (DA-2). */
export const templateWords = bilingual({
  en: {
    title: 'Reply templates',
    intro:
      'What a reply starts from, in the language of the enquiry. {name} becomes the name of the sender, {project} the type of project.',
    none: 'There are no templates. A reply starts empty.',
    change: 'Change',
    changeOf: 'Change {name}',
    add: 'Add a template',
    changing: 'Change template',
    lost: 'There is no such template. It may have been deleted.',
    name: 'Name at the desk',
    languages: { en: 'English', el: 'Greek' },
    subject: 'Subject',
    message: 'Message',
    save: 'Save template',
    cancel: 'Cancel',
    delete: 'Delete template',
  },
  el: {
    title: 'Πρότυπα απαντήσεων',
    intro:
      'Από αυτά αρχίζει μια απάντηση, στη γλώσσα του αιτήματος. Στη θέση του {name} μπαίνει το όνομα του αποστολέα και στη θέση του {project} το είδος του έργου.',
    none: 'Δεν υπάρχουν πρότυπα. Κάθε απάντηση αρχίζει κενή.',
    change: 'Αλλαγή',
    changeOf: 'Αλλαγή: {name}',
    add: 'Νέο πρότυπο',
    changing: 'Αλλαγή προτύπου',
    lost: 'Δεν υπάρχει τέτοιο πρότυπο. Ίσως έχει διαγραφεί.',
    name: 'Όνομα στο γραφείο αιτημάτων',
    languages: { en: 'Αγγλικά', el: 'Ελληνικά' },
    subject: 'Θέμα',
    message: 'Μήνυμα',
    save: 'Αποθήκευση προτύπου',
    cancel: 'Άκυρο',
    delete: 'Διαγραφή προτύπου',
  },
});

/** Why a template was not saved. */
export const templateFaults = bilingual({
  en: {
    marked: 'Please look at the marked fields.',
    empty: 'Please fill this in.',
    long: (max: number) => `This holds at most ${max} characters.`,
    unknown: (places: string, known: string) =>
      `Nothing fills in ${places}. Placeholders are ${known}.`,
    taken: 'There is another template of this name.',
    stale:
      'Somebody else has changed it since. Nothing was overwritten. To see theirs, open it again; to replace it, save again.',
    gone: 'Somebody else has deleted it. To keep what you wrote as a new template, save again.',
    staleDeletion: 'Somebody else has changed it since. Look at it first.',
  },
  el: {
    marked: 'Δείτε τα σημειωμένα πεδία.',
    empty: 'Συμπληρώστε το.',
    long: (max: number) => `Χωράει το πολύ ${max} χαρακτήρες.`,
    unknown: (places: string, known: string) =>
      `Τίποτα δεν συμπληρώνει το ${places}. Συμπληρώνονται μόνο τα ${known}.`,
    taken: 'Υπάρχει άλλο πρότυπο με αυτό το όνομα.',
    stale:
      'Κάποιος άλλος το άλλαξε στο μεταξύ. Δεν αντικαταστάθηκε τίποτα. Για να δείτε το δικό του, ανοίξτε το ξανά· για να το αντικαταστήσετε, αποθηκεύστε ξανά.',
    gone: 'Κάποιος άλλος το διέγραψε. Για να κρατήσετε όσα γράψατε ως νέο πρότυπο, αποθηκεύστε ξανά.',
    staleDeletion: 'Κάποιος άλλος το άλλαξε στο μεταξύ. Δείτε το πρώτα.',
  },
});

export type TemplateWords = (typeof templateWords)['en'];
