import { type Language, bilingual } from '#app/content/language.ts';
import { deskFaults } from './faults.server.ts';

/** What the desk says of who has an enquiry and when to come back to it (DA-3, DA-4). */
export const handlingWords = bilingual({
  en: {
    assignedTo: 'Assigned to',
    nobody: 'Nobody',
    you: '{email} (you)',
    take: 'Take it',
    assign: 'Assign',
    followUp: 'Follow-up day',
    noDay: 'No day',
    saveDay: 'Save day',
    due: 'Due',
    assignments: 'Assignments',
    followUps: 'Follow-up days',
    change: '{from} to {to}',
    filters: {
      assigned: 'Assigned to',
      anybody: 'Anybody',
      mine: 'Mine',
      nobodys: 'Nobody’s',
      language: 'Language',
      any: 'Any',
      due: 'Due',
    },
  },
  el: {
    assignedTo: 'Ανάθεση σε',
    nobody: 'Χωρίς ανάθεση',
    you: '{email} (εσείς)',
    take: 'Το αναλαμβάνω',
    assign: 'Ανάθεση',
    followUp: 'Ημέρα υπενθύμισης',
    noDay: 'Καμία ημέρα',
    saveDay: 'Αποθήκευση ημέρας',
    due: 'Υπενθύμιση',
    assignments: 'Αναθέσεις',
    followUps: 'Ημέρες υπενθύμισης',
    change: '{from} → {to}',
    filters: {
      assigned: 'Ανάθεση',
      anybody: 'Όλα',
      mine: 'Δικά μου',
      nobodys: 'Χωρίς ανάθεση',
      language: 'Γλώσσα',
      any: 'Όλες',
      due: 'Υπενθύμιση',
    },
  },
});

/** Why an enquiry was not given to somebody, or its day not set. */
export const handlingFaults = bilingual({
  en: {
    unknownAdmin: 'This person is not at the desk, or not any more. Choose somebody else.',
    unknownDay: 'The day must be one such as 2026-03-31, or empty.',
    hasIt: (who: string, since: string | null) =>
      since ? `${who} has had it since ${since}.` : `${who} has it by now.`,
    nobodyHasIt: 'Nobody has it by now.',
    dayMoved: (by: string, day: string, at: string) => `${by} changed it to ${day} on ${at}.`,
    dayIs: (day: string) => `It is ${day} by now.`,
  },
  el: {
    unknownAdmin: 'Το πρόσωπο αυτό δεν εργάζεται, ή δεν εργάζεται πια, εδώ. Επιλέξτε άλλο.',
    unknownDay: 'Η ημέρα πρέπει να είναι όπως 2026-03-31 ή κενή.',
    hasIt: (who: string, since: string | null) =>
      since ? `Το έχει αναλάβει: ${who} (${since}).` : `Το έχει αναλάβει: ${who}.`,
    nobodyHasIt: 'Πλέον δεν το έχει αναλάβει κανείς.',
    dayMoved: (by: string, day: string, at: string) => `Άλλαξε σε «${day}» από ${by} στις ${at}.`,
    dayIs: (day: string) => `Πλέον είναι: «${day}».`,
  },
});

/** Who has an enquiry while a stale page was open: nothing was overwritten. */
export function staleHolderMessage(
  holder: string | null,
  since: string | null,
  language: Language,
): string {
  const { hasIt, nobodyHasIt } = handlingFaults[language];
  const now = holder === null ? nobodyHasIt : hasIt(holder, since);
  return `${now} ${deskFaults[language].nothingOverwritten}`;
}

/** Which follow-up day an enquiry has while a stale page was open. */
export function staleDayMessage(
  day: string | null,
  moved: { by: string; at: string } | null,
  language: Language,
): string {
  const { dayMoved, dayIs } = handlingFaults[language];
  const named = day ?? handlingWords[language].noDay;
  const now = moved ? dayMoved(moved.by, named, moved.at) : dayIs(named);
  return `${now} ${deskFaults[language].nothingOverwritten}`;
}
