// Stores desk forms that were posted after their session had ended (DK-6, security model 1.3). A form is
// encrypted and stored under a random id that only its browser has. The next sign-in of the same admin
// moves it into the new session.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { ArrivingFiles } from '#app/domain/attachments/attachment-intake.server.ts';
import { countStoreError } from '#app/domain/audit.server.ts';
import { HOUR } from '#app/domain/clock.server.ts';
import {
  createRandomToken,
  getIpAddressGroup,
  hashToken,
  hashWithKey,
  seal,
  unseal,
} from '#app/domain/keys.server.ts';
import { ATTACHMENTS, DESK, POSTED_FORMS } from '#app/domain/limits.ts';
import { toPlainLine } from '#app/domain/plain-text.ts';
import { updateSession } from '#db/accounts.ts';
import { database, inTransaction } from '#db/database.server.ts';
import {
  countFormsOfSender,
  deleteSurplusForms,
  hasPostedForm,
  insertPostedForm,
  takePostedForm,
} from '#db/posted-forms.ts';
import { isStoreError } from '#db/store-error.ts';

const ID_BYTES = 32;

const sealedFormSchema = z.object({
  admin: z.number(),
  form: z.string(),
  fields: z.record(z.string(), z.string()),
  // oxlint-disable-next-line id-denylist -- stored forms have this name
  until: z.number(),
});

/** `form` is the name under which its page looks for it, such as "notes 12". */
export type PostedForm = Pick<z.infer<typeof sealedFormSchema>, 'form' | 'fields'>;

/** The field of a restored form that lists, one a line, the files that have to be chosen again. */
export const UNSENT_FILES = 'unsent_files';

interface Sender {
  /** Undefined if the browser has no cookie of a known session. */
  adminId: number | undefined;
  ipAddress: string | null;
}

/**
 * Stores a form for its admin's next sign-in and returns its id. Returns null if its admin is unknown, if
 * a client without a known session has stored too many forms, or if the database fails.
 */
export async function storePostedForm(
  { fields, files }: { fields: FormData; files: ArrivingFiles | undefined },
  path: string,
  sender: Sender,
  nowMs = Date.now(),
): Promise<string | null> {
  const claim = parseDraftField(fields);
  const adminId = sender.adminId ?? claim?.adminId;
  if (adminId === undefined) return null;
  const senderHash =
    sender.adminId === undefined
      ? hashWithKey('address', getIpAddressGroup(sender.ipAddress ?? ''))
      : null;
  try {
    if (senderHash !== null) {
      const storedCount = await countFormsOfSender(database(), senderHash);
      if (storedCount >= POSTED_FORMS.perAddress) return null;
    }
    if (files) fields.set(UNSENT_FILES, (await readFileNames(files)).join('\n'));
    const { draft: _, ...values } = Object.fromEntries(fields) as Record<string, string>;
    const form = claim?.form ?? `${path.split('/').at(-1)} ${values['enquiry'] ?? ''}`;
    const id = createRandomToken(ID_BYTES);
    await inTransaction(async (tx) => {
      await insertPostedForm(tx, {
        id_hash: hashToken(id),
        admin_id: adminId,
        sender_hash: senderHash,
        created_at: nowMs,
        sealed: sealPostedForm(adminId, { form, fields: values }, nowMs),
      });
      await deleteSurplusForms(tx, adminId, POSTED_FORMS);
    });
    return id;
  } catch (error) {
    if (!isStoreError(error)) throw error;
    countStoreError(error);
    return null;
  }
}

/** Parses the field with which a form names its admin and itself, such as "3 notes 12". */
function parseDraftField(fields: FormData): { adminId: number; form: string } | undefined {
  const [, adminId, form] =
    /^(\d{1,15}) ([\w-]{1,40} \d{0,15})$/.exec(String(fields.get('draft'))) ?? [];
  return form === undefined ? undefined : { adminId: Number(adminId), form };
}

async function readFileNames({ files }: ArrivingFiles): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, bytes } of files) {
    names.push(toPlainLine(name, ATTACHMENTS.nameMax).slice(0, ATTACHMENTS.nameMax));
    // Read the bytes to reach the next part of the form.
    for await (const _ of bytes);
  }
  return names;
}

export async function isPostedFormStored(id: string): Promise<boolean> {
  return hasPostedForm(database(), hashToken(id));
}

/** Moves a stored form into its admin's new session; deletes it if another admin has signed in. */
export async function restorePostedForm(
  id: string,
  adminId: number,
  session: string,
): Promise<void> {
  await inTransaction(async (tx) => {
    const sealed = await takePostedForm(tx, hashToken(id));
    if (!openPostedForm(sealed, adminId)) return;
    await updateSession(tx, hashToken(session), { draft: sealed! });
  });
}

export function sealPostedForm(adminId: number, posted: PostedForm, nowMs = Date.now()): string {
  const expiresAtMs = nowMs + DESK.draftHours * HOUR;
  // Greek text is a third as long without the percent escapes of a posted form.
  // oxlint-disable-next-line id-denylist -- stored forms have this name
  const text = deflateRawSync(JSON.stringify({ admin: adminId, ...posted, until: expiresAtMs }));
  return seal('draft', text.toString('base64'));
}

/** Decrypts a form; returns null if it belongs to another admin or has expired. */
export function openPostedForm(
  sealed: string | null | undefined,
  adminId: number,
  nowMs = Date.now(),
): PostedForm | null {
  const packed = sealed ? unseal('draft', sealed) : null;
  if (packed === null) return null;
  const text = inflateRawSync(Buffer.from(packed, 'base64')).toString();
  const {
    admin: ownerId,
    until: expiresAtMs,
    ...posted
  } = sealedFormSchema.parse(JSON.parse(text));
  return ownerId === adminId && nowMs < expiresAtMs ? posted : null;
}
