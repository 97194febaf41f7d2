import { bilingual } from '#app/content/language.ts';

/** What the statuses of enquiries are called; they are stored by their keys. */
export const statusLabels = bilingual({
  en: { new: 'New', in_progress: 'In Progress', completed: 'Completed' },
  el: { new: 'Νέο', in_progress: 'Σε εξέλιξη', completed: 'Ολοκληρωμένο' },
});

export type StatusName = keyof (typeof statusLabels)['en'];
