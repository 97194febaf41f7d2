import { bilingual } from '../language.ts';

/** Each language by its own name. */
export const languageNames = { en: 'English', el: 'Ελληνικά' };

/** What every public page says around its own words: header, menu, footer, viewer, toasts. */
export const siteWords = bilingual({
  en: {
    otherLanguage: { language: 'el', name: languageNames.el, prefix: '/el' },
    shell: {
      home: 'home',
      main: 'Main',
      menu: 'Menu',
      menuButton: 'MENU',
      closeMenu: 'Close menu',
      follow: 'Follow',
      thisPage: 'This page',
    },
    footerLinks: [
      { label: 'Insights', to: '/insights' },
      { label: 'Financial Data', to: '/financial-data' },
      { label: 'Privacy', to: '/privacy' },
      { label: 'Terms', to: '/terms' },
      { label: 'Sitemap', to: '/sitemap' },
    ],
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
    otherLanguage: { language: 'en', name: languageNames.en, prefix: '' },
    shell: {
      home: 'αρχική',
      main: 'Κύρια πλοήγηση',
      menu: 'Μενού',
      menuButton: 'ΜΕΝΟΥ',
      closeMenu: 'Κλείσιμο του μενού',
      follow: 'Ακολουθήστε μας',
      thisPage: 'Αυτή η σελίδα',
    },
    footerLinks: [
      { label: 'Άρθρα', to: '/insights' },
      { label: 'Οικονομικά στοιχεία', to: '/financial-data' },
      { label: 'Απόρρητο', to: '/privacy' },
      { label: 'Όροι χρήσης', to: '/terms' },
      { label: 'Χάρτης ιστοτόπου', to: '/sitemap' },
    ],
    ui: {
      skip: 'Μετάβαση στο περιεχόμενο',
      noImage: 'Η εικόνα δεν είναι διαθέσιμη',
      dismiss: 'Κλείσιμο',
      quotes: ['«', '»'],
    },
    viewer: {
      pictures: 'φωτογραφίες',
      close: 'Κλείσιμο',
      previous: 'Προηγούμενη εικόνα',
      next: 'Επόμενη εικόνα',
    },
  },
});
