import { defineTexts, getCompanyFacts } from '#app/content/company.server.ts';
import { bilingual, type Language } from '#app/content/language.ts';
import { attachmentTexts, enquiryLabels } from '#app/content/texts/contact.server.ts';
import { requestFailures } from '#app/content/texts/failures.server.ts';
import { correspondenceTexts } from './correspondence.server.ts';
import {
  assignmentTexts,
  failureTitles,
  fileTexts,
  getEnquiryTexts,
  statusLabels,
} from './enquiry.server.ts';
import { replyTexts } from './reply.server.ts';

/** The wording is fixed by the rules (D-1 to D-7). */
export const desk = bilingual({
  en: {
    title: 'Contact enquiries',
    tableCaption: 'Contact enquiries, newest first',
    empty: 'No submissions yet.',
    emptyHint: 'Enquiries from the contact form arrive here, newest first.',
    nothingFound: 'No enquiries match these filters.',
    loading: 'Loading submissions...',
    arrived: {
      one: '{count} new enquiry has arrived.',
      other: '{count} new enquiries have arrived.',
    },
    show: 'Show',
    views: {
      heading: 'Views of the list',
      all: 'All',
      answer: 'To answer',
      tableCaption: 'Enquiries to answer, longest waiting first',
      shownCount: '{count} shown, longest waiting first.',
      nothingWaits: 'Nothing is waiting for an answer.',
      reasons: {
        undelivered: 'Reply not delivered',
        answered: 'Answered',
        due: 'Due',
        new: 'New',
      },
      today: 'today',
      since: { one: '1 day', other: '{count} days' },
    },
    shownCount: '{count} shown, newest first.',
    shownCountOfTotal: '{count} of {all} shown, newest first.',
    add: 'New enquiry',
    view: 'View',
    viewOf: 'View {name}',
    details: 'Details',
    columns: {
      ...enquiryLabels.en,
      date: 'Date',
      status: 'Status',
    },
    filters: {
      filters: 'Filters',
      remove: 'Remove filter: {filter}',
      status: 'Status',
      anyStatus: 'All',
      search: 'Search',
      searchHint: 'Name, email, company, message',
      from: 'From',
      to: 'To',
      button: 'Filter',
      showAll: 'Show all',
    },
    selection: {
      tickAll: 'Select all',
      ticked: '{count} selected',
      set: 'Apply',
      clear: 'Clear selection',
    },
    statusOf: 'Status of {name}',
    update: 'Update',
    setStatus: 'Set to {status}',
  },
  el: {
    title: 'Αιτήματα επικοινωνίας',
    tableCaption: 'Αιτήματα επικοινωνίας, πρώτα τα πιο πρόσφατα',
    empty: 'Δεν υπάρχουν ακόμη αιτήματα.',
    emptyHint: 'Τα αιτήματα από τη φόρμα επικοινωνίας φτάνουν εδώ, πρώτα τα πιο πρόσφατα.',
    nothingFound: 'Κανένα αίτημα δεν ταιριάζει με αυτά τα φίλτρα.',
    loading: 'Φόρτωση αιτημάτων…',
    arrived: { one: 'Έφτασε {count} νέο αίτημα.', other: 'Έφτασαν {count} νέα αιτήματα.' },
    show: 'Εμφάνιση',
    views: {
      heading: 'Προβολές της λίστας',
      all: 'Όλα',
      answer: 'Προς απάντηση',
      tableCaption: 'Αιτήματα προς απάντηση, πρώτα όσα περιμένουν περισσότερο',
      shownCount: 'Εμφάνιση {count}, πρώτα όσα περιμένουν περισσότερο.',
      nothingWaits: 'Κανένα αίτημα δεν περιμένει απάντηση.',
      reasons: {
        undelivered: 'Η απάντηση δεν παραδόθηκε',
        answered: 'Απάντησε ο πελάτης',
        due: 'Υπενθύμιση',
        new: 'Νέο',
      },
      today: 'σήμερα',
      since: { one: '1 ημέρα', other: '{count} ημέρες' },
    },
    shownCount: 'Εμφάνιση {count}, πρώτα τα πιο πρόσφατα.',
    shownCountOfTotal: 'Εμφάνιση {count} από {all}, πρώτα τα πιο πρόσφατα.',
    add: 'Νέο αίτημα',
    view: 'Προβολή',
    viewOf: 'Προβολή: {name}',
    details: 'Λεπτομέρειες',
    columns: {
      ...enquiryLabels.el,
      // Shorter than in the form, because it heads a narrow column.
      full_name: 'Όνομα',
      date: 'Ημερομηνία',
      status: 'Κατάσταση',
    },
    filters: {
      filters: 'Φίλτρα',
      remove: '{filter}: αφαίρεση φίλτρου',
      status: 'Κατάσταση',
      anyStatus: 'Όλες',
      search: 'Αναζήτηση',
      searchHint: 'Όνομα, email, εταιρεία, μήνυμα',
      from: 'Από',
      to: 'Έως',
      button: 'Φιλτράρισμα',
      showAll: 'Εμφάνιση όλων',
    },
    selection: {
      tickAll: 'Επιλογή όλων',
      ticked: 'Επιλεγμένα: {count}',
      set: 'Εφαρμογή',
      clear: 'Καθαρισμός επιλογής',
    },
    statusOf: 'Κατάσταση: {name}',
    update: 'Ενημέρωση',
    setStatus: 'Αλλαγή σε «{status}»',
  },
});

export const exportTexts = bilingual({
  en: {
    menu: 'Export',
    button: 'Export to Excel',
    workbook: 'Workbook (.xlsx)',
    noData: {
      title: 'No data to export',
      text: 'There are no contact submissions to export.',
    },
    exported: {
      title: 'Export successful',
      text: '{count} submissions exported to Excel format.',
    },
    failed: {
      title: 'Export failed',
      text: 'The file could not be created. Please try again in a moment.',
    },
    running: {
      title: 'An export is running',
      text: 'Only one file is created at a time. Please try again in a moment.',
    },
    tooLarge: {
      title: 'Export failed',
      text: 'There are too many enquiries for a workbook. Filter the list, or press “Export to Excel”, which has no such limit.',
    },
  },
  el: {
    menu: 'Εξαγωγή',
    button: 'Εξαγωγή σε Excel',
    workbook: 'Βιβλίο εργασίας (.xlsx)',
    noData: {
      title: 'Δεν υπάρχουν δεδομένα για εξαγωγή',
      text: 'Δεν υπάρχουν αιτήματα επικοινωνίας για εξαγωγή.',
    },
    exported: { title: 'Η εξαγωγή ολοκληρώθηκε', text: 'Αιτήματα στο αρχείο: {count}.' },
    failed: {
      title: 'Η εξαγωγή απέτυχε',
      text: 'Το αρχείο δεν δημιουργήθηκε. Δοκιμάστε ξανά σε λίγο.',
    },
    running: {
      title: 'Μια εξαγωγή είναι σε εξέλιξη',
      text: 'Δημιουργείται ένα αρχείο τη φορά. Δοκιμάστε ξανά σε λίγο.',
    },
    tooLarge: {
      title: 'Η εξαγωγή απέτυχε',
      text: 'Τα αιτήματα είναι πάρα πολλά για βιβλίο εργασίας. Φιλτράρετε τη λίστα ή χρησιμοποιήστε την «Εξαγωγή σε Excel», που δεν έχει τέτοιο όριο.',
    },
  },
});

const shortcutTexts = bilingual({
  en: {
    title: 'Keyboard shortcuts',
    actions: {
      move: 'Go to the next or previous enquiry',
      open: 'Open the enquiry',
      reply: 'Reply',
      status: 'Set the status: {statuses}',
      selection: 'Go to the actions for the selected enquiries',
      search: 'Search',
      help: 'Show this help',
      close: 'Close what is open',
    },
    note: 'They do nothing while you are typing.',
    useShortcuts: 'Use keyboard shortcuts in this browser',
    close: 'Close',
  },
  el: {
    title: 'Συντομεύσεις πληκτρολογίου',
    actions: {
      move: 'Στο επόμενο ή στο προηγούμενο αίτημα',
      open: 'Άνοιγμα του αιτήματος',
      reply: 'Απάντηση',
      status: 'Ορισμός κατάστασης: {statuses}',
      selection: 'Στις ενέργειες για τα επιλεγμένα αιτήματα',
      search: 'Αναζήτηση',
      help: 'Εμφάνιση αυτής της βοήθειας',
      close: 'Κλείσιμο του ανοιχτού παραθύρου',
    },
    note: 'Όσο γράφετε, δεν λειτουργούν. Ισχύουν και με ελληνικό πληκτρολόγιο.',
    useShortcuts: 'Χρήση συντομεύσεων σε αυτό το πρόγραμμα περιήγησης',
    close: 'Κλείσιμο',
  },
});

/**
 * Returns the texts of the list and, only if needed, those of an open enquiry: the data of each page
 * contains all that is returned.
 */
export function getDeskTexts(
  language: Language,
  { withOpenEnquiry }: { withOpenEnquiry: boolean },
) {
  const { languages, sources, overdue } = getEnquiryTexts(language);
  const { filters, assignedTo, unassigned, currentAdmin, due } = assignmentTexts[language];
  const { answered, arrivals } = correspondenceTexts[language];

  return {
    ...desk[language],
    flags: { overdue, due, sources },
    languages,
    clip: fileTexts[language].clip,
    exports: exportTexts[language],
    keys: shortcutTexts[language],
    assignment: { filters, assignedTo, unassigned, currentAdmin },
    answers: { answered, arrivals },
    open: withOpenEnquiry
      ? {
          enquiry: getEnquiryTexts(language),
          files: fileTexts[language],
          replies: replyTexts[language],
          assignment: assignmentTexts[language],
          correspondence: correspondenceTexts[language],
        }
      : null,
  };
}

export type DeskTexts = ReturnType<typeof getDeskTexts>;

const getFrameTexts = defineTexts({
  en: {
    mark: '{company}, home',
    logout: 'Logout',
    toAnswer: '{count} to answer',
    menu: 'Menu',
    // Keys are the last segment of the path.
    sections: {
      '': 'Enquiries',
      numbers: 'Statistics',
      site: 'Site',
      templates: 'Templates',
      quarantine: 'Spam',
      person: 'Privacy',
      people: 'People',
      account: 'Account',
      mail: 'Email',
    },
    pages: 'Pages',
    firstPage: 'First',
    newerPage: 'Newer',
    olderPage: 'Older',
    lastPage: 'Last',
    undoLabel: 'Undo',
    missingPage: {
      title: 'Page not found',
      text: 'There is no page at this address. It may have been removed.',
    },
    drafts: {
      restored: 'Not saved yet. This is what you had started.',
      changed:
        'Not saved yet. This is what you had started. A change has been saved since, so check that first.',
      discard: 'Discard these changes',
    },
    mail: {
      stuck: 'Email is not going out',
      queuedCount: {
        one: '1 email is waiting for the mail server and will be sent when it responds.',
        other: '{count} emails are waiting for the mail server and will be sent when it responds.',
      },
    },
  },
  el: {
    mark: '{company}, αρχική',
    logout: 'Αποσύνδεση',
    toAnswer: '{count} προς απάντηση',
    menu: 'Μενού',
    sections: {
      '': 'Αιτήματα',
      numbers: 'Στατιστικά',
      site: 'Ιστότοπος',
      templates: 'Πρότυπα',
      quarantine: 'Ανεπιθύμητα',
      // «Προσωπικά δεδομένα», the title of the page, would break the header into two lines.
      person: 'Απόρρητο',
      people: 'Χρήστες',
      account: 'Λογαριασμός',
      mail: 'Email',
    },
    pages: 'Σελίδες',
    firstPage: 'Πρώτη',
    newerPage: 'Νεότερα',
    olderPage: 'Παλαιότερα',
    lastPage: 'Τελευταία',
    undoLabel: 'Αναίρεση',
    missingPage: {
      title: 'Η σελίδα δεν βρέθηκε',
      text: 'Δεν υπάρχει σελίδα σε αυτή τη διεύθυνση. Ίσως αφαιρέθηκε.',
    },
    drafts: {
      restored: 'Δεν αποθηκεύτηκε ακόμη. Αυτό είχατε αρχίσει να γράφετε.',
      changed:
        'Δεν αποθηκεύτηκε ακόμη. Αυτό είχατε αρχίσει να γράφετε. Στο μεταξύ έγινε κάποια αλλαγή· δείτε την πρώτα.',
      discard: 'Απόρριψη αυτών των αλλαγών',
    },
    mail: {
      stuck: 'Τα email δεν φεύγουν',
      queuedCount: {
        one: '1 email περιμένει τον διακομιστή αλληλογραφίας και θα σταλεί μόλις αποκριθεί.',
        other:
          '{count} email περιμένουν τον διακομιστή αλληλογραφίας και θα σταλούν μόλις αποκριθεί.',
      },
    },
  },
});

/** Returns the texts that every page of the desk shows: navigation, statuses, titles of errors. */
export function getDeskFrameTexts(language: Language) {
  return {
    ...getFrameTexts(language),
    brand: getCompanyFacts().brand,
    title: desk[language].title,
    statuses: statusLabels[language],
    failures: {
      ...requestFailures[language],
      cancelled: attachmentTexts[language].cancelled.text,
    },
    failureTitles: failureTitles[language],
  } as const;
}

export type DeskFrameTexts = ReturnType<typeof getDeskFrameTexts>;
