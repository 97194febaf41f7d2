import { interpolate } from '#app/components/texts.ts';
import type { Language } from '#app/content/language.ts';
import { deskErrors } from '#app/content/texts/enquiry.server.ts';
import { refusals } from '#app/content/texts/failures.server.ts';
import { reportDeskError } from '#app/domain/desk/desk.server.ts';
import { Refusal } from '#app/http/responses.server.ts';

/** Returns the status and the reason of a Refusal. Logs any other error, which gets 500 or 503 (logAndPresentError). */
export function presentRefusalOrLogError(event: string, error: unknown, language: Language) {
  if (!(error instanceof Refusal)) return logAndPresentError(event, error, language);
  const { status, reason, values } = error;
  return { status, text: interpolate(refusals[language][reason], values) };
}

/** Logs an error. Returns a text that reveals nothing (D-5), and 503 for an unavailable database, otherwise 500. */
export function logAndPresentError(event: string, error: unknown, language: Language) {
  const kind = reportDeskError(event, error);
  return { status: kind === 'broken' ? 500 : 503, text: deskErrors[language][kind] };
}
