import { bilingual } from '#app/content/language.ts';

export const siteOverviewTexts = bilingual({
  en: {
    title: 'Site',
    intro: 'The content of the public site. Only people who are logged in can see drafts.',
    setup: {
      heading: 'Make the site your own',
      intro: '{open} of {all} steps left until the site is your own.',
      stepDone: 'Done',
      replaceSample: 'Your own content instead of the sample: {kind}',
      adminByCommand: 'A second person at the desk: on the server, {command}',
      steps: {
        company: 'Your name, brand, address and introduction',
        phone: 'Your phone and email',
        hours: 'Your working hours',
        legal: 'Your legal identity: name, GEMI and VAT numbers',
        templates: 'Your company’s name and town in the reply templates',
        admin: 'A second person at the desk',
        sample:
          'Last: in Company, untick “This is sample content”; the line in the footer then disappears',
      },
      removal: {
        start: 'Remove all sample content',
        heading: 'Remove all sample content?',
        question: {
          one: '{count} unchanged sample entry moves to the bin and leaves the site at once. You can bring it back for {days} days. The company entry and everything you have already edited will stay.',
          other:
            '{count} unchanged sample entries move to the bin and leave the site at once. You can bring them back for {days} days. The company entry and everything you have already edited will stay.',
        },
        confirm: 'Move all to the bin',
        cancel: 'Cancel',
      },
    },
    counts: { one: '{count} entry', other: '{count} entries' },
    unpublishedCount: {
      one: '{count} with unpublished changes',
      other: '{count} with unpublished changes',
    },
  },
  el: {
    title: 'Ιστότοπος',
    intro:
      'Το περιεχόμενο του δημόσιου ιστοτόπου. Τα πρόχειρα τα βλέπουν μόνο όσοι έχουν συνδεθεί.',
    setup: {
      heading: 'Κάντε τον ιστότοπο δικό σας',
      intro: 'Βήματα που απομένουν ώσπου ο ιστότοπος να γίνει δικός σας: {open} από {all}.',
      stepDone: 'Έτοιμο',
      replaceSample: 'Δικό σας περιεχόμενο αντί για το ενδεικτικό: {kind}',
      adminByCommand: 'Ένας δεύτερος χρήστης στη διαχείριση: στον διακομιστή, {command}',
      steps: {
        company: 'Το όνομα, το σήμα, η διεύθυνση και η σύντομη παρουσίασή σας',
        phone: 'Το τηλέφωνο και το email σας',
        hours: 'Οι ώρες λειτουργίας σας',
        legal: 'Τα νομικά στοιχεία: επωνυμία, αριθμός ΓΕΜΗ και ΑΦΜ',
        templates: 'Η επωνυμία και η πόλη σας στα πρότυπα απαντήσεων',
        admin: 'Ένας δεύτερος χρήστης στη διαχείριση',
        sample:
          'Τελευταίο: στην Εταιρεία, αφαιρέστε την επιλογή «Είναι ενδεικτικό περιεχόμενο»· τότε φεύγει και η γραμμή στο υποσέλιδο',
      },
      removal: {
        start: 'Αφαίρεση ενδεικτικού περιεχομένου',
        heading: 'Να αφαιρεθεί όλο το ενδεικτικό περιεχόμενο;',
        question: {
          one: '{count} ενδεικτική καταχώριση που δεν έχει αλλάξει πηγαίνει στον κάδο και φεύγει αμέσως από τον ιστότοπο. Μπορείτε να την επαναφέρετε για {days} ημέρες. Η εταιρεία και όσα έχετε αρχίσει να αλλάζετε μένουν.',
          other:
            '{count} ενδεικτικές καταχωρίσεις που δεν έχουν αλλάξει πηγαίνουν στον κάδο και φεύγουν αμέσως από τον ιστότοπο. Μπορείτε να τις επαναφέρετε για {days} ημέρες. Η εταιρεία και όσα έχετε αρχίσει να αλλάζετε μένουν.',
        },
        confirm: 'Μετακίνηση όλων στον κάδο',
        cancel: 'Ακύρωση',
      },
    },
    counts: { one: '{count} καταχώριση', other: '{count} καταχωρίσεις' },
    unpublishedCount: {
      one: '{count} με αδημοσίευτες αλλαγές',
      other: '{count} με αδημοσίευτες αλλαγές',
    },
  },
});

export const entryListTexts = bilingual({
  en: {
    states: { draft: 'Draft', published: 'Published', offline: 'Offline' },
    changed: 'Unpublished changes',
    noEntries: 'Nothing here yet.',
    bin: 'Bin',
    binIntro: 'Entries stay here for {days} days, then they are deleted.',
    emptyBin: 'The bin is empty.',
    restore: 'Restore',
    select: 'Select {title}',
    selectAll: 'Select all',
    selectNone: 'Clear selection',
    moveToBin: 'Move to bin',
    restoreSelected: 'Restore selected',
    deletedAt: 'Moved to the bin {at}',
    expiresOn: 'Expires on {day}',
    expiredOn: 'Expired on {day}',
    moveToTop: 'Move {title} to the top',
    moveUp: 'Move {title} up',
    moveDown: 'Move {title} down',
    list: 'Full list: {kind}',
    pages: 'Pages of the list',
    previousPage: 'Previous page',
    nextPage: 'Next page',
  },
  el: {
    states: { draft: 'Πρόχειρο', published: 'Δημοσιευμένο', offline: 'Αποσυρμένο' },
    changed: 'Αδημοσίευτες αλλαγές',
    noEntries: 'Δεν υπάρχει ακόμη τίποτα εδώ.',
    bin: 'Κάδος',
    binIntro: 'Οι καταχωρίσεις μένουν εδώ για {days} ημέρες και ύστερα διαγράφονται.',
    emptyBin: 'Ο κάδος είναι άδειος.',
    restore: 'Επαναφορά',
    select: 'Επιλογή: {title}',
    selectAll: 'Επιλογή όλων',
    selectNone: 'Καθαρισμός επιλογής',
    moveToBin: 'Μετακίνηση στον κάδο',
    restoreSelected: 'Επαναφορά επιλεγμένων',
    deletedAt: 'Στον κάδο από: {at}',
    expiresOn: 'Λήγει: {day}',
    expiredOn: 'Έληξε: {day}',
    moveToTop: '{title}: μετακίνηση στην αρχή',
    moveUp: '{title}: μετακίνηση προς τα πάνω',
    moveDown: '{title}: μετακίνηση προς τα κάτω',
    list: 'Πλήρης λίστα: {kind}',
    pages: 'Σελίδες της λίστας',
    previousPage: 'Προηγούμενη σελίδα',
    nextPage: 'Επόμενη σελίδα',
  },
});

/** What actions and loaders put into their data, which the browser gets only if it is shown. */
export const entryMessages = bilingual({
  en: {
    errors: {
      heading: 'Saved as a draft, not published yet',
      refused: 'Saved as a draft, without these files',
      unchanged: 'Nothing has changed',
      missing: '{field}: please fill this in.',
      tooLong: '{field} is too long.',
      unknown: 'This form has no such field: {field}.',
      year: '{field} must be a year (2024) or a range of years (2024-2025).',
      address:
        '{field}: another entry already has the web address made from this. Please change it.',
      letters: '{field} needs at least one letter or digit.',
      measures: '{field} must be the same size as the main picture.',
      day: '{field} must be a date, such as 2027-12-31.',
      future: '{field} must not be in the future: what you publish is shown at once.',
      duplicate: '{field}: this list already has a document for that year.',
      offlineCategory:
        '{field}: the category with this name is offline. Publish it under Categories, or write another name.',
      otherCategory:
        '{field}: there is a category with this English name and another Greek one. Choose it from the list, or write another name.',
      email: '{field}: enter a valid email address.',
      phone: '{field}: start with + and the country code, then digits and spaces: +30 22950 00000.',
      digits: '{field} has the wrong number of digits.',
      number: '{field} must be a whole number.',
      mapPoint: '{field}: write latitude and longitude, such as 38.2513, 23.6961.',
      hours:
        '{field}: write opening and closing times such as 09:00-17:00, or leave the day empty.',
      days: '{field}: on each line write a day, such as 24/12/2026, or a range of at most a year.',
      links: '{field}: on each line write a name and an address that begins with https://.',
    },
    stale:
      'Somebody else has saved this entry in the meantime ({by}, {at}). What you typed is still in the fields, and the saved version is shown with it. If you save again, yours replaces it.',
    staleOwn:
      'You have saved this entry yourself since you opened this form ({at}), perhaps in another tab. What you typed here is still in the fields, and the saved version is shown with it. If you save again, this form replaces it.',
    noneSelected: 'Select entries first.',
    categoriesUsed: {
      one: 'Nothing was moved: {count} of these categories is in use. Move its projects to another category first.',
      other:
        'Nothing was moved: {count} of these categories are in use. Move their projects to another category first.',
    },
    used: {
      one: 'This category is in use: {count} project belongs to it. Move the project to another category first.',
      other:
        'This category is in use: {count} projects belong to it. Move the projects to another category first.',
    },
    alwaysPublic: 'The company is always on the site.',
    noFormKey:
      'The form arrived incomplete, so nothing was saved. Check the fields and save again.',
    entryUnavailable:
      'This entry is no longer there, or somebody has changed it. Please check the list again.',
    entryDeleted:
      'This entry has been deleted. Your text is still in the fields: save it to create a new entry.',
    noRoom:
      'The disk is nearly full, and the remaining space is reserved for enquiries. Please tell the person who runs the server. Your text is still in the fields.',
    publishedAt: 'Published {at} ({by})',
    changes: {
      first: 'First publication',
      noChanges: 'Back on the site, no changes',
      fields: 'Changed: {fields}',
    },
    looking:
      'This is the version published on {at}. Save it to make it the draft; if you leave the page without saving, nothing changes.',
    missingPicture: 'Some of its pictures no longer exist and have been left out.',
    untitled: 'Untitled',
    seeded: 'import',
  },
  el: {
    errors: {
      heading: 'Αποθηκεύτηκε ως πρόχειρο, δεν δημοσιεύτηκε ακόμη',
      refused: 'Αποθηκεύτηκε ως πρόχειρο, χωρίς τα εξής αρχεία',
      unchanged: 'Δεν άλλαξε τίποτα',
      missing: '{field}: συμπληρώστε το πεδίο.',
      tooLong: '{field}: το κείμενο είναι πολύ μεγάλο.',
      unknown: 'Η φόρμα δεν έχει τέτοιο πεδίο: {field}.',
      year: '{field}: γράψτε ένα έτος (2024) ή ένα διάστημα ετών (2024-2025).',
      address: '{field}: άλλη καταχώριση έχει ήδη την ίδια διεύθυνση.',
      letters: '{field}: χρειάζεται τουλάχιστον ένα γράμμα ή ψηφίο.',
      measures: '{field}: πρέπει να έχει τις διαστάσεις της κύριας φωτογραφίας.',
      day: '{field}: γράψτε μια ημερομηνία, π.χ. 2027-12-31.',
      future:
        '{field}: η ημερομηνία δεν μπορεί να είναι μετά τη σημερινή, γιατί ό,τι δημοσιεύεται εμφανίζεται αμέσως.',
      duplicate: '{field}: υπάρχει ήδη έγγραφο αυτού του είδους για αυτό το έτος.',
      offlineCategory:
        '{field}: η κατηγορία με αυτό το όνομα είναι αποσυρμένη. Δημοσιεύστε την από τις Κατηγορίες ή γράψτε άλλο όνομα.',
      otherCategory:
        '{field}: υπάρχει κατηγορία με αυτό το αγγλικό όνομα και άλλο ελληνικό. Επιλέξτε την από τη λίστα ή γράψτε άλλο όνομα.',
      email: '{field}: γράψτε μια έγκυρη διεύθυνση email.',
      phone: '{field}: γράψτε ψηφία και κενά, με + και τον κωδικό της χώρας: +30 22950 00000.',
      digits: '{field}: το πλήθος των ψηφίων δεν είναι σωστό.',
      number: '{field}: γράψτε έναν ακέραιο αριθμό.',
      mapPoint: '{field}: γράψτε γεωγραφικό πλάτος και μήκος, π.χ. 38.2513, 23.6961.',
      hours: '{field}: γράψτε ώρες όπως 09:00-17:00 ή αφήστε κενή την ημέρα.',
      days: '{field}: γράψτε σε κάθε γραμμή μια ημέρα, π.χ. 24/12/2026, ή ένα διάστημα έως ενός έτους.',
      links: '{field}: γράψτε σε κάθε γραμμή ένα όνομα και μια διεύθυνση που αρχίζει με https://.',
    },
    stale:
      'Στο μεταξύ αποθήκευσε την καταχώριση κάποιος άλλος ({by}, {at}). Όσα γράψατε είναι ακόμη στα πεδία και μαζί φαίνεται η αποθηκευμένη έκδοση. Αν αποθηκεύσετε ξανά, θα αντικατασταθεί από τη δική σας.',
    staleOwn:
      'Αφότου ανοίξατε αυτή τη φόρμα, αποθηκεύσατε εσείς την ίδια καταχώριση ({at}), ίσως σε άλλη καρτέλα. Όσα γράψατε εδώ είναι ακόμη στα πεδία και μαζί φαίνεται η αποθηκευμένη έκδοση. Αν αποθηκεύσετε ξανά, θα αντικατασταθεί από αυτή τη φόρμα.',
    noneSelected: 'Επιλέξτε πρώτα καταχωρίσεις.',
    categoriesUsed: {
      one: 'Δεν μετακινήθηκε τίποτα: {count} από αυτές τις κατηγορίες έχει έργα. Αλλάξτε πρώτα την κατηγορία των έργων.',
      other:
        'Δεν μετακινήθηκε τίποτα: {count} από αυτές τις κατηγορίες έχουν έργα. Αλλάξτε πρώτα την κατηγορία των έργων.',
    },
    used: {
      one: 'Η κατηγορία χρησιμοποιείται: την έχει {count} έργο. Αλλάξτε του πρώτα κατηγορία.',
      other: 'Η κατηγορία χρησιμοποιείται: την έχουν {count} έργα. Αλλάξτε τους πρώτα κατηγορία.',
    },
    alwaysPublic: 'Η εταιρεία εμφανίζεται πάντα στον ιστότοπο.',
    noFormKey:
      'Η φόρμα έφτασε ελλιπής και δεν αποθηκεύτηκε τίποτα. Ελέγξτε τα πεδία και αποθηκεύστε ξανά.',
    entryUnavailable:
      'Η καταχώριση δεν υπάρχει πια ή την άλλαξε κάποιος άλλος. Δείτε ξανά τη λίστα.',
    entryDeleted:
      'Η καταχώριση έχει διαγραφεί. Όσα γράψατε είναι ακόμη στα πεδία: αποθηκεύστε τα ως νέα καταχώριση.',
    noRoom:
      'Ο δίσκος είναι σχεδόν γεμάτος και ο χώρος που απομένει προορίζεται για τα αιτήματα. Ενημερώστε τον διαχειριστή του διακομιστή. Όσα γράψατε είναι ακόμη στα πεδία.',
    publishedAt: 'Δημοσίευση: {at} ({by})',
    changes: {
      first: 'Πρώτη δημοσίευση',
      noChanges: 'Χωρίς αλλαγές, ξανά στον ιστότοπο',
      fields: 'Άλλαξαν: {fields}',
    },
    looking:
      'Βλέπετε μια δημοσιευμένη έκδοση ({at}). Αν την αποθηκεύσετε, γίνεται το πρόχειρο. Αν φύγετε από τη σελίδα χωρίς να αποθηκεύσετε, δεν αλλάζει τίποτα.',
    missingPicture: 'Κάποιες από τις φωτογραφίες δεν υπάρχουν πια και δεν περιλαμβάνονται.',
    untitled: 'Χωρίς τίτλο',
    seeded: 'εισαγωγή',
  },
});
