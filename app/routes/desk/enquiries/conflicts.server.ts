import type { Language } from '#app/content/language.ts';
import {
  formatAssignmentConflict,
  formatFollowUpConflict,
  formatStatusConflict,
} from '#app/content/messages/enquiry.server.ts';
import { readAdminName, readAdminNames } from '#app/domain/accounts/admin-names.server.ts';
import { formatAthensDateTime, formatShortDay } from '#app/domain/clock.server.ts';
import type { ChangeConflict } from '#app/domain/desk/enquiry-changes.server.ts';

/** Says that a colleague had changed the status before. */
export async function presentStatusConflict(
  { value, by, at }: ChangeConflict<'status'>,
  language: Language,
): Promise<string> {
  const nameAdmin = await readAdminNames();
  const changedBy = by && nameAdmin(by);
  const changedAt = at && formatAthensDateTime(at, language);
  return formatStatusConflict({ status: value, changedBy, changedAt }, language);
}

/** Says that a colleague had changed the assignee before. */
export async function presentAssignmentConflict(
  { value, at }: ChangeConflict<'assigned_to'>,
  language: Language,
): Promise<string> {
  const name = value === null ? null : await readAdminName(value);
  const assignedAt = at && formatAthensDateTime(at, language);
  return formatAssignmentConflict({ assignee: name ?? null, assignedAt }, language);
}

/** Says that a colleague had changed the follow-up day before, and who and when if the history tells it. */
export async function presentFollowUpConflict(
  { value, by, at }: ChangeConflict<'due_on'>,
  language: Language,
): Promise<string> {
  const nameAdmin = await readAdminNames();
  const lastMove =
    by && at ? { changedBy: nameAdmin(by), changedAt: formatAthensDateTime(at, language) } : null;
  const day = value && formatShortDay(value, language);
  return formatFollowUpConflict(day, lastMove, language);
}
