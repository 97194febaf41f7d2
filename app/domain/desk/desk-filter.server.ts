import { database } from '#db/database.server.ts';
import { readFormerHolders } from '#db/desk/assignments.ts';
import type { DeskFilter } from '#db/desk/desk-filter.ts';
import { addDays, athensDay, athensInstant } from '#app/domain/athens-time.server.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import type { DeskView } from './desk-view.ts';

/**
 * What a view asks of the database when an admin looks at it: days in Athens become instants. Nobody
 * has what a disabled admin has.
 */
export async function filterOf(
  view: DeskView,
  admin: SignedInAdmin,
  now = new Date(),
): Promise<DeskFilter> {
  return {
    status: view.status || undefined,
    text: view.q || undefined,
    from: view.from ? athensInstant(`${view.from}T00:00:00`).toISOString() : undefined,
    to: view.to ? athensInstant(`${addDays(view.to)}T00:00:00`).toISOString() : undefined,
    holders: await holdersOf(view, admin),
    dueBy: view.due ? athensDay(now) : undefined,
    language: view.language || undefined,
  };
}

async function holdersOf({ assigned }: DeskView, admin: SignedInAdmin) {
  if (assigned === 'me') return [admin.id];
  if (assigned === 'nobody') return [null, ...(await readFormerHolders(database()))];
  return undefined;
}
