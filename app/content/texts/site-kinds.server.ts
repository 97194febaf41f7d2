import type { KindName } from '#app/content/kinds.server.ts';
import { bilingual } from '#app/content/language.ts';

/** The names of the kinds of content, and where a kind differs from `siteFields`: its labels, hints and options. */
export const siteKinds = bilingual({
  en: {
    projects: {
      name: 'Projects',
      intro: 'In the same order as on the site. The first three are on the home page.',
      add: 'New project',
    },
    categories: {
      name: 'Categories',
      intro: 'Categories of projects, in the same order as on the site.',
      add: 'New category',
    },
    works: {
      name: 'What we make',
      intro:
        'What you make, in the same order as on the site. Each project can have several of them.',
      add: 'New kind of work',
      fields: { title: 'Name' },
    },
    insights: {
      name: 'Insights',
      intro: 'Articles, newest first. They also appear in the feed.',
      add: 'New article',
      fields: { pictures: 'Picture' },
      hints: {
        pictures:
          'Shown above the article and in lists. JPEG, PNG, WebP, AVIF or HEIC, at most {mb} MB and {megapixels} megapixels (AVIF: {avifMegapixels}), at least {width} pixels wide, and neither side more than {ratio} times the other.',
      },
    },
    media: {
      name: 'Media',
      intro: 'News and press, newest first.',
      add: 'New media entry',
      fields: { pictures: 'Picture' },
      hints: {
        category: 'For example News or Press',
        pictures:
          'Shown above the text and in lists. JPEG, PNG, WebP, AVIF or HEIC, at most {mb} MB and {megapixels} megapixels (AVIF: {avifMegapixels}), at least {width} pixels wide, and neither side more than {ratio} times the other.',
        blocks: 'Optional: the text of the entry’s own page, part by part.',
      },
    },
    pages: {
      name: 'Pages',
      intro: 'The footer links to these pages, in this order.',
      add: 'New page',
    },
    documents: {
      name: 'Documents',
      intro: 'Balance sheets and financial statements, one PDF for each year.',
      add: 'New document',
      hints: {
        title: 'If empty, we use the list and the year: Balance sheet 2025.',
        year: 'One year, such as 2025. The address of the PDF is made from the list and the year.',
        file: 'A PDF of at most {mb} MB. A new file replaces the old one at the same address.',
      },
      options: { 'balance-sheets': 'Balance sheets', statements: 'Financial statements' },
    },
    certificates: {
      name: 'Certificates',
      intro: 'Shown on the About page, in this order.',
      add: 'New certificate',
      fields: { title: 'Name' },
      hints: {
        says: 'In a few words, such as “Quality management”.',
        until: 'Optional. The daily digest reminds you 30 days before this date.',
        file: 'A PDF of at most {mb} MB. Without a file, the certificate is shown as “Coming Soon”.',
      },
    },
    people: {
      name: 'Who answers',
      intro: 'Shown on the contact page and on How we work, in this order.',
      add: 'New person',
      fields: { title: 'Name', pictures: 'Picture' },
      hints: {
        languages: 'Each language by its own name: Ελληνικά, English',
        pictures:
          'Optional: without one, the initials are shown. JPEG, PNG, WebP, AVIF or HEIC, at most {mb} MB and {megapixels} megapixels (AVIF: {avifMegapixels}), at least {width} pixels wide, and neither side more than {ratio} times the other.',
      },
    },
    company: {
      name: 'Company',
      intro:
        'Who you are. The whole site, its emails and its data for search engines use these details.',
      add: 'Company',
      fields: { title: 'Trading name' },
    },
    clients: {
      name: 'Clients',
      intro: 'Shown on the home page, in this order.',
      add: 'New client',
      fields: { title: 'Name' },
      hints: {
        title: 'The client’s name. Shown as text if there is no logo.',
        mark: 'Optional: an SVG of at most {kb} KB with a viewBox, letters converted to paths and colours set as attributes. Styles, scripts, pictures and links are removed.',
      },
    },
  } satisfies Record<KindName, object>,
  el: {
    projects: {
      name: 'Έργα',
      intro: 'Με τη σειρά του ιστοτόπου· τα τρία πρώτα εμφανίζονται στην αρχική σελίδα.',
      add: 'Νέο έργο',
    },
    categories: {
      name: 'Κατηγορίες',
      intro: 'Οι κατηγορίες των έργων, με τη σειρά του ιστοτόπου.',
      add: 'Νέα κατηγορία',
    },
    works: {
      name: 'Τι φτιάχνουμε',
      intro:
        'Όσα φτιάχνετε, με τη σειρά του ιστοτόπου. Κάθε έργο μπορεί να έχει περισσότερα από ένα.',
      add: 'Νέο είδος',
      fields: { title: 'Ονομασία' },
    },
    insights: {
      name: 'Άρθρα',
      intro: 'Πρώτα τα πιο πρόσφατα· περιλαμβάνονται και στη ροή (feed).',
      add: 'Νέο άρθρο',
      fields: { pictures: 'Φωτογραφία' },
      hints: {
        pictures:
          'Εμφανίζεται πάνω από το άρθρο και στις λίστες. JPEG, PNG, WebP, AVIF ή HEIC, έως {mb} MB και {megapixels} megapixel (AVIF: {avifMegapixels}), με πλάτος τουλάχιστον {width} pixel και καμία πλευρά πάνω από {ratio} φορές την άλλη.',
      },
    },
    media: {
      name: 'Νέα και Τύπος',
      intro: 'Νέα και δημοσιεύματα, πρώτα τα πιο πρόσφατα.',
      add: 'Νέα καταχώριση',
      fields: { pictures: 'Φωτογραφία' },
      hints: {
        category: 'Π.χ. Νέα ή Τύπος',
        pictures:
          'Εμφανίζεται πάνω από το κείμενο και στις λίστες. JPEG, PNG, WebP, AVIF ή HEIC, έως {mb} MB και {megapixels} megapixel (AVIF: {avifMegapixels}), με πλάτος τουλάχιστον {width} pixel και καμία πλευρά πάνω από {ratio} φορές την άλλη.',
        blocks: 'Προαιρετικά: το κείμενο για τη σελίδα της καταχώρισης, τμήμα προς τμήμα.',
      },
    },
    pages: {
      name: 'Σελίδες',
      intro: 'Σύνδεσμοι προς αυτές υπάρχουν στο υποσέλιδο, με αυτή τη σειρά.',
      add: 'Νέα σελίδα',
    },
    documents: {
      name: 'Έγγραφα',
      intro: 'Ισολογισμοί και οικονομικές καταστάσεις, ένα PDF για κάθε έτος.',
      add: 'Νέο έγγραφο',
      hints: {
        title: 'Αν μείνει κενό, χρησιμοποιούμε το είδος και το έτος: Ισολογισμός 2025.',
        year: 'Ένα έτος, π.χ. 2025. Η διεύθυνση του PDF σχηματίζεται από το είδος και το έτος.',
        file: 'PDF έως {mb} MB. Το νέο αρχείο αντικαθιστά το παλιό στην ίδια διεύθυνση.',
      },
      options: { 'balance-sheets': 'Ισολογισμοί', statements: 'Οικονομικές καταστάσεις' },
    },
    certificates: {
      name: 'Πιστοποιητικά',
      intro: 'Εμφανίζονται στη σελίδα της εταιρείας, με αυτή τη σειρά.',
      add: 'Νέο πιστοποιητικό',
      fields: { title: 'Ονομασία' },
      hints: {
        says: 'Με λίγα λόγια, π.χ. «Διαχείριση ποιότητας».',
        until: 'Προαιρετικό. Η ημερήσια σύνοψη σάς το υπενθυμίζει 30 ημέρες πριν.',
        file: 'PDF έως {mb} MB. Χωρίς αρχείο εμφανίζεται ως «Αναμένεται».',
      },
    },
    people: {
      name: 'Ποιος απαντά',
      intro: 'Εμφανίζονται στη σελίδα επικοινωνίας και στο «Πώς δουλεύουμε», με αυτή τη σειρά.',
      add: 'Νέο πρόσωπο',
      fields: { title: 'Όνομα', pictures: 'Φωτογραφία' },
      hints: {
        languages: 'Κάθε γλώσσα με το δικό της όνομα: Ελληνικά, English',
        pictures:
          'Προαιρετικά: χωρίς φωτογραφία εμφανίζονται τα αρχικά. JPEG, PNG, WebP, AVIF ή HEIC, έως {mb} MB και {megapixels} megapixel (AVIF: {avifMegapixels}), με πλάτος τουλάχιστον {width} pixel και καμία πλευρά πάνω από {ratio} φορές την άλλη.',
      },
    },
    company: {
      name: 'Εταιρεία',
      intro:
        'Τα στοιχεία σας. Τα χρησιμοποιούν όλος ο ιστότοπος, τα email του και όσα διαβάζουν οι μηχανές αναζήτησης.',
      add: 'Εταιρεία',
      fields: { title: 'Διακριτικός τίτλος' },
    },
    clients: {
      name: 'Πελάτες',
      intro: 'Εμφανίζονται στην αρχική σελίδα, με αυτή τη σειρά.',
      add: 'Νέος πελάτης',
      fields: { title: 'Όνομα' },
      hints: {
        title: 'Το όνομα του πελάτη. Εμφανίζεται όταν δεν υπάρχει λογότυπο.',
        mark: 'Προαιρετικό: SVG έως {kb} KB με viewBox, με τα γράμματα σε καμπύλες και τα χρώματα ως ιδιότητες (attributes). Στυλ, κώδικας, εικόνες και σύνδεσμοι αφαιρούνται.',
      },
    },
  },
});
