import type { FieldError } from '#app/components/field.tsx';
import { interpolate } from '#app/components/texts.ts';
import type { FileRefusal } from '#app/domain/attachments/attachment-intake.server.ts';

type RefusalTexts = Readonly<Record<FileRefusal['kind'], { title: string; text: string }>>;

/** Returns the errors of refused files, and the status of their form: 413 if a file is too large, otherwise 422. */
export function presentFileRefusals(
  refusals: readonly FileRefusal[],
  texts: RefusalTexts,
): { fileErrors: FieldError[]; status: 413 | 422 } {
  const fileErrors = refusals.map(({ kind, ...values }) => {
    const { title, text } = texts[kind];
    return { title, text: interpolate(text, values) };
  });
  const isTooLarge = refusals.some(({ kind }) => kind === 'tooLarge' || kind === 'totalTooLarge');
  return { fileErrors, status: isTooLarge ? 413 : 422 };
}
