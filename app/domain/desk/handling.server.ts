import type { Language } from '#app/content/language.ts';
import { athensText, dayText } from '#app/domain/athens-time.server.ts';
import type { Holder } from '#db/desk/assignments.ts';
import type { DeskRow, History } from '#db/desk/desk-enquiries.ts';

/** Who has an enquiry, and whether its follow-up day has come; what is not so takes no room. */
interface Handling {
  holder?: Holder;
  due?: true;
}

/** How an enquiry stands with the staff there is, on an ISO day in Athens. */
export function handlingOf(
  { assigned_to, due_on }: Pick<DeskRow, 'assigned_to' | 'due_on'>,
  staff: readonly Holder[],
  today: string,
): Handling {
  // Nobody has what an admin has who is no longer of the staff.
  const holder = staff.find(({ id }) => id === assigned_to);
  const due = due_on !== null && due_on <= today;
  return { ...(holder && { holder }), ...(due && { due }) };
}

/** Who gave an enquiry to whom, and who set which day; null stands for nobody, or none. */
export function handlingHistory(
  { assignments, followUps }: Pick<History, 'assignments' | 'followUps'>,
  language: Language,
) {
  const by = (entry: { id: number; admin_email: string; created_at: string }) => ({
    id: entry.id,
    who: entry.admin_email,
    time: athensText(entry.created_at, language),
  });
  const day = (iso: string | null) => iso && dayText(iso, language);
  return {
    assignments: assignments.map((entry) => ({
      ...by(entry),
      from: entry.from_email,
      to: entry.to_email,
    })),
    followUps: followUps.map((entry) => ({
      ...by(entry),
      from: day(entry.from_day),
      to: day(entry.to_day),
    })),
  };
}
