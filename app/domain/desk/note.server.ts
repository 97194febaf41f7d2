import { inTransaction } from '#db/database.server.ts';
import { addNote } from '#db/desk-changes.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';

/** Keeps a note with an enquiry; false when the enquiry is gone. */
export function writeNote(admin: SignedInAdmin, enquiryId: number, note: string): Promise<boolean> {
  const deed = { enquiryId, adminEmail: admin.email, at: new Date().toISOString() };
  return inTransaction((tx) => addNote(tx, deed, note));
}
