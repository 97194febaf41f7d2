import type { Language } from '#app/content/language.ts';
import { signedOut } from '#app/content/desk/auth-page/sign-in.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import { readSessionEnd } from '#app/domain/sign-in/sessions.server.ts';
import { hasUnsaved } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { readSessionCookie } from '#app/http/cookies/sign-in-cookies.server.ts';

/** Why a browser's session ended behind its back and what comes of it; null when it did not. */
export async function describeSessionEnd(
  request: Request,
  language: Language,
): Promise<{ title: string; text: string } | null> {
  const token = await readSessionCookie(request);
  const ended = await readSessionEnd(token);
  if (!token || !ended) return null;
  const { title, reasons, kept, back } = signedOut[language];
  const reason = reasons[ended.reason]({
    idleHours: AUTH.sessionIdleHours,
    maxDays: AUTH.sessionMaxDays,
    most: AUTH.sessionsPerAdmin,
  });
  const next = (await hasUnsaved(token)) ? kept(DESK.unsavedMinutes) : back;
  return { title, text: `${reason} ${next}` };
}
