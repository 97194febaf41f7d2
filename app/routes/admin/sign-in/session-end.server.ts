import { signedOut } from '#app/content/desk/sign-in.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import { readSessionEnd } from '#app/domain/sign-in/sessions.server.ts';
import { hasUnsaved } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { readSessionCookie } from '#app/http/cookies/sign-in-cookies.server.ts';

/** Why a browser's session ended behind its back and what comes of it; null when it did not. */
export async function describeSessionEnd(request: Request): Promise<string | null> {
  const token = readSessionCookie(request);
  const ended = await readSessionEnd(token);
  if (!token || !ended) return null;
  const reason = signedOut.reasons[ended.reason]({
    idleHours: AUTH.sessionIdleHours,
    maxDays: AUTH.sessionMaxDays,
    most: AUTH.sessionsPerAdmin,
  });
  const next = (await hasUnsaved(token)) ? signedOut.kept(DESK.unsavedMinutes) : signedOut.back;
  return `${reason} ${next}`;
}
