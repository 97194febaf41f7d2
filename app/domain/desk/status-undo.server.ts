import { database } from '#db/database.server.ts';
import { readLastChange } from '#db/desk-changes.ts';
import type { Status, StatusChange } from '#db/schema.ts';

/** The fields of the form that takes a status change back. */
export interface StatusUndo {
  enquiry: number;
  from: Status;
  status: Status;
  /** The id of the change: with any other after it, there is nothing to take back. */
  after: number;
}

/** What takes a change back. */
export function undoOf({ id, enquiry_id, from_status, to_status }: StatusChange): StatusUndo {
  return { enquiry: enquiry_id, from: to_status, status: from_status, after: id };
}

/** What takes the change with this id back; null when it is not its enquiry's last one. */
export async function readUndo(changeId: number): Promise<StatusUndo | null> {
  const change = await readLastChange(database(), changeId);
  return change ? undoOf(change) : null;
}
