import { ofCompanyWords } from '#app/content/company.server.ts';
import { type Said, bilingual } from '#app/content/language.ts';

export const siteWords = bilingual({
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
  },
});

/** After the prefix of its language. */
export const FEED_PATH = '/insights/feed.xml';

export const pageWords = ofCompanyWords({
  en: {
    projects: {
      title: 'Projects',
      description: {
        none: 'Rooms and furniture in wood, made and fitted by us.',
        one: '{projects} from {first}: rooms and furniture in wood, made and fitted by us.',
        other:
          '{projects} from {first} to {last}: rooms and furniture in wood, made and fitted by us.',
      },
      intro: {
        none: 'Rooms and furniture made {where}.',
        one: 'Rooms and furniture made {where} in {first}.',
        other: 'Rooms and furniture made {where} between {first} and {last}.',
      },
      link: 'View Project',
      list: 'All projects',
      filter: 'Filter',
      filterLabel: 'Filter projects',
      found: { one: '{count} project', other: '{count} projects' },
      category: 'Category',
      year: 'Year',
      every: 'All',
      none: 'No project of this kind in this year.',
      pages: 'Pages of the list',
      page: 'Page {page} of {pages}',
      previous: 'Previous page',
      next: 'Next page',
      materials: 'Our woods',
    },
    project: {
      /** The title of a project's page; in Greek another one than that of the English page. */
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
      enlarge: 'View large',
      all: 'All projects',
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
      text: 'The media section is under development. Until then, our articles are the best place to read on.',
      link: 'Read our insights',
      readMore: 'Read More',
    },
    legal: {
      changed: 'Last changed',
      back: 'Back to Home',
      company: 'Company',
    },
    sitemap: {
      title: 'Sitemap',
      description: 'Every page of the {company} website.',
      main: 'Main Pages',
      projects: 'Projects',
      more: 'Articles and documents',
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
      again: 'Try again',
      home: 'Return Home',
    },
  },
  el: {
    projects: {
      title: 'Έργα',
      description: {
        none: 'Χώροι και έπιπλα από ξύλο, με δική μας κατασκευή και τοποθέτηση.',
        one: '{projects} του {first}: χώροι και έπιπλα από ξύλο, με δική μας κατασκευή και τοποθέτηση.',
        other:
          '{projects} από το {first} έως το {last}: χώροι και έπιπλα από ξύλο, με δική μας κατασκευή και τοποθέτηση.',
      },
      intro: {
        none: 'Χώροι και έπιπλα που φτιάξαμε {where}.',
        one: 'Χώροι και έπιπλα που φτιάξαμε {where} το {first}.',
        other: 'Χώροι και έπιπλα που φτιάξαμε {where} από το {first} έως το {last}.',
      },
      link: 'Δείτε το έργο',
      list: 'Όλα τα έργα',
      filter: 'Φίλτρα',
      filterLabel: 'Φίλτρα έργων',
      found: { one: '{count} έργο', other: '{count} έργα' },
      category: 'Κατηγορία',
      year: 'Έτος',
      every: 'Όλα',
      none: 'Δεν υπάρχει τέτοιο έργο αυτή τη χρονιά.',
      pages: 'Σελίδες της λίστας',
      page: 'Σελίδα {page} από {pages}',
      previous: 'Προηγούμενη σελίδα',
      next: 'Επόμενη σελίδα',
      materials: 'Τα ξύλα μας',
    },
    project: {
      title: 'Έργο {title}',
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
      all: 'Όλα τα έργα',
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
    feed: { title: 'Άρθρα της {company}', link: 'Ροή RSS' },
    media: {
      title: 'Νέα και Τύπος',
      description:
        'Νέα, δημοσιεύματα και σημειώσεις από το εργαστήριο της {company} {whereInRegion}.',
      label: 'Υπό προετοιμασία',
      heading: 'Έρχονται σύντομα',
      text: 'Η ενότητα αυτή ετοιμάζεται. Ως τότε, στα άρθρα μας θα δείτε πώς δουλεύουμε.',
      link: 'Διαβάστε τα άρθρα μας',
      readMore: 'Διαβάστε περισσότερα',
    },
    legal: {
      changed: 'Τελευταία ενημέρωση:',
      back: 'Επιστροφή στην αρχική',
      company: 'Εταιρεία',
    },
    sitemap: {
      title: 'Χάρτης ιστοτόπου',
      description: 'Όλες οι σελίδες του ιστοτόπου της {company}.',
      main: 'Κύριες σελίδες',
      projects: 'Έργα',
      more: 'Άρθρα και έγγραφα',
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
      title: 'Κάτι δεν πήγε καλά εδώ',
      text: 'Η σελίδα δεν μπορεί να εμφανιστεί. Δοκιμάστε ξανά σε λίγο.',
      again: 'Δοκιμάστε ξανά',
      home: 'Επιστροφή στην αρχική',
    },
  },
});

export type PageWords = Said<typeof pageWords>;

/** What depends on the years that are published has a form for none and for one of them. */
export const financial = bilingual({
  en: {
    title: 'Financial Data',
    description: {
      none: 'Balance sheets and financial statements, as PDF files.',
      one: 'Balance sheets and financial statements of the year {first}, as PDF files.',
      many: 'Balance sheets and financial statements of the years {first} to {last}, as PDF files.',
    },
    kicker: 'Financial Data',
    /** The heading is Greek in English too: the documents are. */
    greek: 'Οικονομικά στοιχεία',
    range: { none: '', one: '{first}', many: '{first}-{last}' },
    years: { none: 'Financial Data', one: '{first}', many: '{first} to {last}' },
    note: 'Each card opens a PDF in a new tab.',
    none: 'Nothing has been published here yet.',
    greekNote: 'Ισολογισμοί και καταστάσεις αποτελεσμάτων, όπως δημοσιεύονται κάθε χρόνο.',
    tabs: 'Document type',
    lists: { 'balance-sheets': 'Balance sheets', statements: 'Financial statements' },
  },
  el: {
    title: 'Οικονομικά στοιχεία',
    description: {
      none: 'Ισολογισμοί και καταστάσεις αποτελεσμάτων, σε αρχεία PDF.',
      one: 'Ισολογισμός και κατάσταση αποτελεσμάτων του έτους {first}, σε αρχεία PDF.',
      many: 'Ισολογισμοί και καταστάσεις αποτελεσμάτων των ετών {first} έως {last}, σε αρχεία PDF.',
    },
    kicker: 'Δημοσιεύσεις',
    greek: 'Οικονομικά στοιχεία',
    range: { none: '', one: '{first}', many: '{first}–{last}' },
    years: { none: 'Οικονομικά στοιχεία', one: '{first}', many: '{first} έως {last}' },
    note: 'Κάθε έγγραφο ανοίγει ως PDF σε νέα καρτέλα.',
    none: 'Δεν έχει δημοσιευτεί ακόμη κάτι εδώ.',
    greekNote: 'Ισολογισμοί και καταστάσεις αποτελεσμάτων, όπως δημοσιεύονται κάθε χρόνο.',
    tabs: 'Είδος εγγράφου',
    lists: { 'balance-sheets': 'Ισολογισμοί', statements: 'Καταστάσεις αποτελεσμάτων' },
  },
});
