import { defineMessages } from '#app/content/company.server.ts';
import { bilingual } from '#app/content/language.ts';

export const siteMessages = bilingual({
  en: {
    shell: {
      home: 'home',
      main: 'Main',
      menu: 'Menu',
      menuButton: 'MENU',
      closeMenu: 'Close menu',
      follow: 'Follow',
      thisPage: 'This page',
    },
    ui: {
      skip: 'Skip to content',
      noImage: 'Image not available',
      dismiss: 'Dismiss',
      quotes: ['“', '”'],
    },
    viewer: {
      pictures: 'pictures',
      close: 'Close',
      previous: 'Previous picture',
      next: 'Next picture',
    },
    preview: { text: 'Preview, visible to staff only', edit: 'Back to editing' },
  },
  el: {
    shell: {
      home: 'αρχική',
      main: 'Κύρια πλοήγηση',
      menu: 'Μενού',
      menuButton: 'ΜΕΝΟΥ',
      closeMenu: 'Κλείσιμο του μενού',
      follow: 'Ακολουθήστε μας',
      thisPage: 'Αυτή η σελίδα',
    },
    ui: {
      skip: 'Μετάβαση στο περιεχόμενο',
      noImage: 'Η εικόνα δεν είναι διαθέσιμη',
      dismiss: 'Κλείσιμο',
      quotes: ['«', '»'],
    },
    viewer: {
      pictures: 'φωτογραφίες',
      close: 'Κλείσιμο',
      previous: 'Προηγούμενη φωτογραφία',
      next: 'Επόμενη φωτογραφία',
    },
    preview: {
      text: 'Προεπισκόπηση, ορατή μόνο στο προσωπικό',
      edit: 'Επιστροφή στην επεξεργασία',
    },
  },
});

export const FEED_PATH = '/insights/feed.xml';

export const getPageMessages = defineMessages({
  en: {
    projects: {
      title: 'Projects',
      description: {
        zero: 'Rooms and furniture in wood, made and fitted by us.',
        one: '{projects} from {first}: rooms and furniture in wood, made and fitted by us.',
        other:
          '{projects} from {first} to {last}: rooms and furniture in wood, made and fitted by us.',
      },
      intro: {
        zero: 'Rooms and furniture made {where}.',
        one: 'Rooms and furniture made {where} in {first}.',
        other: 'Rooms and furniture made {where} between {first} and {last}.',
      },
      link: 'View Project',
      list: 'All projects',
      filter: 'Filter',
      filterLabel: 'Filter projects',
      projectCount: { one: '{count} project', other: '{count} projects' },
      category: 'Category',
      year: 'Year',
      anyOption: 'All',
      noMatches: 'No projects match these filters.',
      pages: 'Pages of the list',
      page: 'Page {page} of {pages}',
      previousPage: 'Previous page',
      nextPage: 'Next page',
      materials: 'Our woods',
    },
    project: {
      title: '{title}',
      list: 'Projects',
      specifications: 'Project Specifications',
      fields: {
        type: 'Type',
        construction: 'Construction',
        architecture: 'Architecture',
        photographer: 'Photographer',
        client: 'Client',
        architect: 'Architect',
        location: 'Location',
        year: 'Year',
      },
      gallery: 'Gallery',
      open: ', picture {number} of {count}',
      saw: 'Drag the line to see the drawing',
      sawAt: {
        picture: 'The whole picture',
        drawing: 'The whole drawing',
        share: 'per cent drawing',
      },
      enlarge: 'Enlarge',
      allProjects: 'All projects',
      previous: 'Previous',
      next: 'Next',
      discuss: 'Discuss a project like this',
    },
    projectNotFound: {
      title: 'Project not found',
      text: 'There is no project at this address. It may have been renamed.',
      link: 'Return to projects',
    },
    insights: {
      title: 'Insights',
      description: 'How we think about wood, drawings and time.',
      read: 'Read',
      next: 'Next insight',
    },
    feed: { title: 'Insights by {company}', link: 'Atom feed' },
    media: {
      title: 'Media',
      description: 'News, press and notes from the workshop of {company} {whereInRegion}.',
      label: 'In preparation',
      heading: 'Coming Soon',
      text: 'The media section is under development. In the meantime, see how we think about wood.',
      link: 'Read our insights',
      readMore: 'Read More',
    },
    legal: {
      lastUpdated: 'Last updated',
      backToHome: 'Back to Home',
      company: 'Company',
    },
    sitemap: {
      title: 'Sitemap',
      description: 'Every page of the {company} website.',
      main: 'Main Pages',
      projects: 'Projects',
      articlesAndDocuments: 'Articles and documents',
      legal: 'Legal',
    },
    notFound: {
      code: '404',
      title: 'Page not found',
      heading: 'This page has been cut to the wrong length.',
      text: 'The page was not found. It may have been removed or renamed.',
      button: 'Return Home',
    },
    outOfOrder: {
      title: 'Something went wrong here',
      text: 'The page could not be shown. Please try again in a moment.',
      retryLabel: 'Try again',
      home: 'Return Home',
    },
  },
  el: {
    projects: {
      title: 'Έργα',
      description: {
        zero: 'Χώροι και έπιπλα από ξύλο, με δική μας κατασκευή και τοποθέτηση.',
        one: '{projects} του {first}: χώροι και έπιπλα από ξύλο, με δική μας κατασκευή και τοποθέτηση.',
        other:
          '{projects} από το {first} έως το {last}: χώροι και έπιπλα από ξύλο, με δική μας κατασκευή και τοποθέτηση.',
      },
      intro: {
        zero: 'Χώροι και έπιπλα από το εργοστάσιό μας {where}.',
        one: 'Χώροι και έπιπλα από το εργοστάσιό μας {where}, {first}.',
        other: 'Χώροι και έπιπλα από το εργοστάσιό μας {where}, {first}–{last}.',
      },
      link: 'Δείτε το έργο',
      list: 'Όλα τα έργα',
      filter: 'Φίλτρα',
      filterLabel: 'Φίλτρα έργων',
      projectCount: { one: '{count} έργο', other: '{count} έργα' },
      category: 'Κατηγορία',
      year: 'Έτος',
      anyOption: 'Όλα',
      noMatches: 'Κανένα έργο δεν ταιριάζει με τα φίλτρα.',
      pages: 'Σελίδες της λίστας',
      page: 'Σελίδα {page} από {pages}',
      previousPage: 'Προηγούμενη σελίδα',
      nextPage: 'Επόμενη σελίδα',
      materials: 'Τα ξύλα μας',
    },
    project: {
      title: 'Έργο: {title}',
      list: 'Έργα',
      specifications: 'Στοιχεία έργου',
      fields: {
        type: 'Είδος',
        construction: 'Κατασκευή',
        architecture: 'Αρχιτεκτονική μελέτη',
        photographer: 'Φωτογράφιση',
        client: 'Πελάτης',
        architect: 'Αρχιτέκτονας',
        location: 'Τοποθεσία',
        year: 'Έτος',
      },
      gallery: 'Φωτογραφίες',
      open: ', φωτογραφία {number} από {count}',
      saw: 'Σύρετε τη λοξή γραμμή για να δείτε το σχέδιο',
      sawAt: {
        picture: 'Ολόκληρη η φωτογραφία',
        drawing: 'Ολόκληρο το σχέδιο',
        share: 'τοις εκατό σχέδιο',
      },
      enlarge: 'Μεγέθυνση',
      allProjects: 'Όλα τα έργα',
      previous: 'Προηγούμενο',
      next: 'Επόμενο',
      discuss: 'Συζητήστε μαζί μας ένα παρόμοιο έργο',
    },
    projectNotFound: {
      title: 'Το έργο δεν βρέθηκε',
      text: 'Σε αυτή τη διεύθυνση δεν υπάρχει έργο. Ίσως άλλαξε όνομα.',
      link: 'Επιστροφή στα έργα',
    },
    insights: {
      title: 'Άρθρα',
      description: 'Σκέψεις για το ξύλο, το σχέδιο και τον χρόνο.',
      read: 'Διαβάστε το',
      next: 'Επόμενο άρθρο',
    },
    feed: { title: 'Άρθρα της {company}', link: 'Ροή Atom' },
    media: {
      title: 'Νέα και Τύπος',
      description:
        'Νέα, δημοσιεύματα και σημειώσεις από το εργαστήριο της {company} {whereInRegion}.',
      label: 'Υπό προετοιμασία',
      heading: 'Έρχονται σύντομα',
      text: 'Η ενότητα αυτή ετοιμάζεται. Ως τότε, διαβάστε στα άρθρα μας τι σκεφτόμαστε για το ξύλο.',
      link: 'Διαβάστε τα άρθρα μας',
      readMore: 'Διαβάστε περισσότερα',
    },
    legal: {
      lastUpdated: 'Τελευταία ενημέρωση:',
      backToHome: 'Επιστροφή στην αρχική',
      company: 'Εταιρεία',
    },
    sitemap: {
      title: 'Χάρτης ιστοτόπου',
      description: 'Όλες οι σελίδες του ιστοτόπου της {company}.',
      main: 'Κύριες σελίδες',
      projects: 'Έργα',
      articlesAndDocuments: 'Άρθρα και έγγραφα',
      legal: 'Νομικά',
    },
    notFound: {
      code: '404',
      title: 'Η σελίδα δεν βρέθηκε',
      heading: 'Αυτή η σελίδα κόπηκε σε λάθος μέτρα.',
      text: 'Η σελίδα δεν βρέθηκε. Ίσως αφαιρέθηκε ή άλλαξε όνομα.',
      button: 'Επιστροφή στην αρχική',
    },
    outOfOrder: {
      title: 'Κάτι δεν πήγε καλά',
      text: 'Η σελίδα δεν μπορεί να εμφανιστεί. Δοκιμάστε ξανά σε λίγο.',
      retryLabel: 'Δοκιμάστε ξανά',
      home: 'Επιστροφή στην αρχική',
    },
  },
});

export type PageMessages = ReturnType<typeof getPageMessages>;

export const financialMessages = bilingual({
  en: {
    title: 'Financial Data',
    description: {
      zero: 'Balance sheets and financial statements, as PDF files.',
      one: 'Balance sheets and financial statements for {first}, as PDF files.',
      other: 'Balance sheets and financial statements for {first} to {last}, as PDF files.',
    },
    kicker: 'Financial Data',
    // Greek on English pages too, because the documents are in Greek.
    greek: 'Οικονομικά στοιχεία',
    range: { zero: '', one: '{first}', other: '{first}-{last}' },
    years: { zero: 'Financial Data', one: '{first}', other: '{first} to {last}' },
    intro:
      'Balance sheets and financial statements, as published each year. The documents are in Greek.',
    note: 'Each card opens a PDF in a new tab.',
    noDocuments: 'Nothing has been published here yet.',
    tabs: 'Document type',
    lists: { 'balance-sheets': 'Balance sheets', statements: 'Financial statements' },
  },
  el: {
    title: 'Οικονομικά στοιχεία',
    description: {
      zero: 'Ισολογισμοί και καταστάσεις αποτελεσμάτων, σε αρχεία PDF.',
      one: 'Ισολογισμός και κατάσταση αποτελεσμάτων του έτους {first}, σε αρχεία PDF.',
      other:
        'Ισολογισμοί και καταστάσεις αποτελεσμάτων των ετών {first} έως {last}, σε αρχεία PDF.',
    },
    kicker: 'Δημοσιεύσεις',
    greek: 'Οικονομικά στοιχεία',
    range: { zero: '', one: '{first}', other: '{first}–{last}' },
    years: { zero: 'Οικονομικά στοιχεία', one: '{first}', other: '{first} έως {last}' },
    note: 'Κάθε έγγραφο ανοίγει ως PDF σε νέα καρτέλα.',
    noDocuments: 'Δεν έχει δημοσιευτεί ακόμη κάτι εδώ.',
    intro: 'Ισολογισμοί και καταστάσεις αποτελεσμάτων, όπως δημοσιεύονται κάθε χρόνο.',
    tabs: 'Είδος εγγράφου',
    lists: { 'balance-sheets': 'Ισολογισμοί', statements: 'Καταστάσεις αποτελεσμάτων' },
  },
});
