import type { Bilingual } from '../language.ts';

/** The categories of the catalogue (ledger P-4), in the order in which they are offered. */
export const categoryNames = [
  'Golf Club',
  'Offices',
  'Cultural',
  'School',
  'Restaurant',
  'Store',
  'Showroom',
  'Retail',
  'Hospital',
  'Exhibition',
] as const;

export type Category = (typeof categoryNames)[number];

/** How each of them is shown; addresses and content have the English name. */
export const categoryLabels: Bilingual<Record<Category, string>> = {
  en: {
    'Golf Club': 'Golf Club',
    Offices: 'Offices',
    Cultural: 'Cultural',
    School: 'School',
    Restaurant: 'Restaurant',
    Store: 'Store',
    Showroom: 'Showroom',
    Retail: 'Retail',
    Hospital: 'Hospital',
    Exhibition: 'Exhibition',
  },
  el: {
    'Golf Club': 'Λέσχη γκολφ',
    Offices: 'Γραφεία',
    Cultural: 'Πολιτισμός',
    School: 'Σχολείο',
    Restaurant: 'Εστιατόριο',
    Store: 'Κατάστημα',
    Showroom: 'Εκθεσιακός χώρος',
    Retail: 'Λιανικό εμπόριο',
    Hospital: 'Νοσοκομείο',
    Exhibition: 'Έκθεση',
  },
};
