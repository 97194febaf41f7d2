import { bilingual } from '#app/content/language.ts';

interface Counts {
  fresh: number;
  overdue: number;
  due: number;
}

/** What the daily digest says (DA-4). */
export const digestWords = bilingual({
  en: {
    subject: (day: string, { fresh, overdue, due }: Counts) =>
      `Enquiries on ${day}: ${fresh} new, ${overdue} overdue, ${due} due`,
    heading: 'What waits at the desk',
    fresh: (total: number) => `New (${total})`,
    overdue: (total: number) => `Overdue (${total})`,
    due: (total: number) => `Due (${total})`,
    overdueNote: 'Without a reply for more than two working days, the longest first.',
    held: (who: string) => `assigned to ${who}`,
    dueOn: (day: string) => `follow-up ${day}`,
    more: (count: number) => `and ${count} more`,
    button: 'Open the desk',
    footnote: 'You chose this mail on your account page, and can turn it off there:',
  },
  el: {
    subject: (day: string, { fresh, overdue, due }: Counts) =>
      `Αιτήματα στις ${day}: νέα ${fresh}, εκπρόθεσμα ${overdue}, υπενθυμίσεις ${due}`,
    heading: 'Τι περιμένει στο γραφείο αιτημάτων',
    fresh: (total: number) => `Νέα (${total})`,
    overdue: (total: number) => `Εκπρόθεσμα (${total})`,
    due: (total: number) => `Υπενθυμίσεις (${total})`,
    overdueNote: 'Χωρίς απάντηση για πάνω από δύο εργάσιμες ημέρες, πρώτα τα παλαιότερα.',
    held: (who: string) => `ανάθεση σε ${who}`,
    dueOn: (day: string) => `υπενθύμιση ${day}`,
    more: (count: number) => `και άλλα ${count}`,
    button: 'Άνοιγμα του γραφείου αιτημάτων',
    footnote:
      'Επιλέξατε αυτό το email στη σελίδα του λογαριασμού σας και μπορείτε να το σταματήσετε εκεί:',
  },
});
