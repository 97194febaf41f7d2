// Stores desk forms that were posted after their session had ended (DK-6, security model 1.3). A form is
// encrypted and stored under a random id that only its browser has. The next sign-in of the same admin
// moves it into the new session.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { IncomingFiles } from '#app/domain/attachments/attachment-intake.server.ts';
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
import { getDatabase, inTransaction } from '#db/database.server.ts';
import {
  countFormsOfSender,
  deleteSurplusAdminForms,
  deleteSurplusAnonymousForms,
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

/** A stored form. Its page finds it by the name `form`, such as "notes 12" for the notes of enquiry 12. */
export type PostedForm = Pick<z.infer<typeof sealedFormSchema>, 'form' | 'fields'>;

/** The field of a restored form with the names of the files to choose again, one per line. */
export const UNSENT_FILES = 'unsent_files';

interface Sender {
  /** Undefined if the browser has no cookie of a known session: then the form itself names its admin. */
  adminId: number | undefined;
  ipAddress: string | null;
}

/**
 * Returns the id of the stored form, or null if its admin is unknown, a client without a known session has
 * stored too many forms, or the database fails. Stores only the names of files, and deletes the oldest forms
 * beyond POSTED_FORMS.
 */
export async function storePostedForm(
  posted: { fields: FormData; files: IncomingFiles | undefined },
  path: string,
  sender: Sender,
): Promise<string | null> {
  const draft = parseDraftField(posted.fields);
  const adminId = sender.adminId ?? draft?.adminId;
  if (adminId === undefined) return null;
  const isAnonymous = sender.adminId === undefined;
  const senderHash = isAnonymous ? hashSender(sender.ipAddress) : null;
  try {
    if (senderHash !== null && (await hasTooManyForms(senderHash))) return null;
    const fields = await readFields(posted.fields, posted.files);
    const form = draft?.form ?? `${path.split('/').at(-1)} ${fields['enquiry'] ?? ''}`;
    const id = createRandomToken(ID_BYTES);
    await inTransaction(async (tx) => {
      await insertPostedForm(tx, {
        id_hash: hashToken(id),
        admin_id: adminId,
        sender_hash: senderHash,
        created_at: Date.now(),
        sealed: sealPostedForm(adminId, { form, fields }),
      });
      await deleteSurplusAdminForms(tx, adminId, POSTED_FORMS.perAdmin);
      await deleteSurplusAnonymousForms(tx, POSTED_FORMS.anonymous);
    });
    return id;
  } catch (error) {
    if (!isStoreError(error)) throw error;
    countStoreError(error);
    return null;
  }
}

const hashSender = (ipAddress: string | null) =>
  hashWithKey('address', getIpAddressGroup(ipAddress ?? ''));

async function hasTooManyForms(senderHash: string): Promise<boolean> {
  const storedCount = await countFormsOfSender(getDatabase(), senderHash);
  return storedCount >= POSTED_FORMS.perIpAddress;
}

/** Returns the texts of a form, and the names of its files in the field UNSENT_FILES. */
async function readFields(form: FormData, files: IncomingFiles | undefined) {
  // Read first, because fields that follow the files are in the form only after the last file.
  const fileNames = files && (await readFileNames(files));
  const { draft: _, ...values } = Object.fromEntries(form) as Record<string, string>;
  if (fileNames) values[UNSENT_FILES] = fileNames.join('\n');
  return values;
}

/** Parses the field with which a form names its admin and itself, such as "3 notes 12". */
function parseDraftField(fields: FormData): { adminId: number; form: string } | undefined {
  const [, adminId, form] =
    /^(\d{1,15}) ([\w-]{1,40} \d{0,15})$/.exec(String(fields.get('draft'))) ?? [];
  return form === undefined ? undefined : { adminId: Number(adminId), form };
}

async function readFileNames({ files }: IncomingFiles): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, bytes } of files) {
    names.push(toPlainLine(name, ATTACHMENTS.nameMax).slice(0, ATTACHMENTS.nameMax));
    // Read the bytes to reach the next part of the form.
    for await (const _ of bytes);
  }
  return names;
}

export async function isPostedFormStored(id: string): Promise<boolean> {
  return hasPostedForm(getDatabase(), hashToken(id));
}

/** Makes the form the draft of a new session, which restores it. Deletes another admin's form. */
export async function movePostedFormToSession(
  formId: string,
  adminId: number,
  sessionToken: string,
): Promise<void> {
  await inTransaction(async (tx) => {
    const sealed = await takePostedForm(tx, hashToken(formId));
    if (sealed === undefined || !unsealPostedForm(sealed, adminId)) return;
    await updateSession(tx, hashToken(sessionToken), { draft: sealed });
  });
}

/** The form expires after DESK.draftHours. */
export function sealPostedForm(adminId: number, posted: PostedForm, nowMs = Date.now()): string {
  const expiresAtMs = nowMs + DESK.draftHours * HOUR;
  // Greek text is a third as long without the percent escapes of a posted form.
  // oxlint-disable-next-line id-denylist -- stored forms have this name
  const text = deflateRawSync(JSON.stringify({ admin: adminId, ...posted, until: expiresAtMs }));
  return seal('draft', text.toString('base64'));
}

/** Returns null if the form belongs to another admin or has expired. */
export function unsealPostedForm(
  sealed: string | null | undefined,
  adminId: number,
): PostedForm | null {
  const compressed = sealed ? unseal('draft', sealed) : null;
  if (compressed === null) return null;
  const text = inflateRawSync(Buffer.from(compressed, 'base64')).toString();
  const {
    admin: ownerId,
    until: expiresAtMs,
    ...posted
  } = sealedFormSchema.parse(JSON.parse(text));
  return ownerId === adminId && Date.now() < expiresAtMs ? posted : null;
}
