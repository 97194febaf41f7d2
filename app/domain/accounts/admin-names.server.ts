// The names of admins at the desk (DA-8).
import { foldAccentsAndCase } from '#app/domain/plain-text.ts';
import { listAdmins } from '#db/accounts.ts';
import { getDatabase, type Db } from '#db/database.server.ts';
import type { Admin } from '#db/schema.ts';

/** Returns the name of the admin with this email, which is how histories store who did something. */
export type NameAdmin = (email: string) => string;

export async function readAdminNames(db: Db = getDatabase()): Promise<NameAdmin> {
  return nameAdmins(await listAdmins(db));
}

/** Returns how the desk calls an admin (nameAdmins); undefined for a removed admin. */
export async function readAdminName(id: number): Promise<string | undefined> {
  const admins = await listAdmins(getDatabase());
  const admin = admins.find((each) => each.id === id);
  if (!admin) return undefined;

  const nameAdmin = nameAdmins(admins);
  return nameAdmin(admin.email);
}

/**
 * Returns a function that names an admin by the email. It returns the email itself for an admin without a name or an
 * account, and name and email for a name that several admins have.
 */
export function nameAdmins(admins: readonly Pick<Admin, 'email' | 'name'>[]): NameAdmin {
  const namesByEmail = new Map(admins.map(({ email, name }) => [email, name]));

  return (email) => {
    const name = namesByEmail.get(email);
    if (!name) return email;

    // The email of a colleague without a name counts as well, so that no admin can pose as another.
    const isTaken = admins.some(
      (other) =>
        other.email !== email &&
        foldAccentsAndCase(other.name || other.email) === foldAccentsAndCase(name),
    );
    return isTaken ? `${name} (${email})` : name;
  };
}

export interface Assignee {
  id: number;
  /** As the desk says it. */
  name: string;
}

/** `canSignIn` is false while an invitation has not been accepted. */
export type StaffMember = Assignee & { canSignIn: boolean };

/** Returns the admins who are not disabled, sorted by name. */
export function listStaff(admins: readonly Admin[]): StaffMember[] {
  const nameAdmin = nameAdmins(admins);
  return admins
    .filter(({ disabled }) => !disabled)
    .map(({ id, email, password_hash }) => ({
      id,
      name: nameAdmin(email),
      canSignIn: password_hash !== null,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
