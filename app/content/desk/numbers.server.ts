import { bilingual } from '#app/content/language.ts';

/** What the page of numbers says (DA-5). */
export const numberWords = bilingual({
  en: {
    title: 'Numbers',
    intro: 'Enquiries that came in from {from} to {to}.',
    range: {
      label: 'Days shown',
      from: 'From',
      to: 'To',
      show: 'Show',
      weeks: '{weeks} weeks',
    },
    enquiries: 'Enquiries',
    kept: {
      title: 'Answered within {days} working days',
      note: '{kept} of {asked}, once their {days} working days have passed.',
      none: 'No enquiry has had its {days} working days yet.',
    },
    median: {
      title: 'Median time to the first reply',
      hours: { one: '{count} hour', other: '{count} hours' },
      short: 'under 1 hour',
      note: {
        one: 'Of {count} enquiry that was answered.',
        other: 'Of {count} that were answered.',
      },
      none: 'None has been answered yet.',
    },
    byWeek: 'Enquiries by week',
    open: 'An open frame is a week that is not whole: not over yet, or cut by the days shown.',
    table: 'The weeks as a table',
    week: 'Week',
    byProject: 'Enquiries by project type',
    project: 'Project Type',
    byLanguage: 'Enquiries by language',
    language: 'Language',
    count: 'Enquiries',
    share: 'Share',
    empty: 'No enquiries came in on these days.',
  },
  el: {
    title: 'Στατιστικά',
    intro: 'Αιτήματα που ήρθαν από {from} έως {to}.',
    range: {
      label: 'Ημέρες που εμφανίζονται',
      from: 'Από',
      to: 'Έως',
      show: 'Εμφάνιση',
      weeks: '{weeks} εβδομάδες',
    },
    enquiries: 'Αιτήματα',
    kept: {
      title: 'Απαντήθηκαν μέσα σε {days} εργάσιμες ημέρες',
      note: '{kept} από {asked} αιτήματα που έχουν συμπληρώσει {days} εργάσιμες ημέρες.',
      none: 'Κανένα αίτημα δεν έχει συμπληρώσει ακόμη {days} εργάσιμες ημέρες.',
    },
    median: {
      title: 'Διάμεσος χρόνος έως την πρώτη απάντηση',
      hours: { one: '{count} ώρα', other: '{count} ώρες' },
      short: 'κάτω από 1 ώρα',
      note: {
        one: 'Από {count} αίτημα που απαντήθηκε.',
        other: 'Από {count} αιτήματα που απαντήθηκαν.',
      },
      none: 'Δεν έχει απαντηθεί ακόμη κανένα.',
    },
    byWeek: 'Αιτήματα ανά εβδομάδα',
    open: 'Το ανοιχτό πλαίσιο είναι εβδομάδα που δεν είναι πλήρης: δεν τελείωσε ακόμη ή δεν εμφανίζεται ολόκληρη.',
    table: 'Οι εβδομάδες σε πίνακα',
    week: 'Εβδομάδα',
    byProject: 'Αιτήματα ανά είδος έργου',
    project: 'Είδος έργου',
    byLanguage: 'Αιτήματα ανά γλώσσα',
    language: 'Γλώσσα',
    count: 'Αιτήματα',
    share: 'Ποσοστό',
    empty: 'Αυτές τις ημέρες δεν ήρθαν αιτήματα.',
  },
});

export type NumberWords = (typeof numberWords)['en'];
