import type { Language } from '#app/content/language.ts';
import { signedOut } from '#app/content/desk/sign-in.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import { readSessionEnd } from '#app/domain/sign-in/sessions.server.ts';
import { readSessionCookie, wasAtDesk } from '#app/http/sign-in-cookies.server.ts';

export interface SessionEndWords {
  title: string;
  reason: string;
  /** What comes of it: the way back, or with a form that was sent when it had ended. */
  back: string;
  draft: string;
}

/** Why a browser's session ended behind its back and what comes of it; null when it did not. */
export async function describeSessionEnd(
  request: Request,
  language: Language,
): Promise<SessionEndWords | null> {
  const token = await readSessionCookie(request);
  const ended = await readSessionEnd(token);
  if (!ended && (token || !(await wasAtDesk(request)))) return null;
  const { title, reasons, draft, back } = signedOut[language];
  const reason = reasons[ended?.reason ?? 'lost']({
    idleHours: AUTH.sessionIdleHours,
    maxDays: AUTH.sessionMaxDays,
    most: AUTH.sessionsPerAdmin,
  });
  return { title, reason, back, draft: draft(DESK.draftMinutes) };
}
