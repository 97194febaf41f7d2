import type { AttachmentWords } from '#app/content/texts/attachments.server.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import type { FieldError } from '#app/ui/forms/field-messages.tsx';

const MB = 1024 * 1024;
const { files: most, fileMb, togetherMb } = ATTACHMENTS;

interface Choice {
  kept: readonly File[];
  refused: readonly FieldError[];
}

/**
 * Adds files to those chosen before. What can be told without the server is told at once: each one
 * that is refused with its reason, and the rest stays (AT-2).
 */
export function addChosen(
  before: readonly File[],
  chosen: readonly File[],
  errors: AttachmentWords['errors'],
): Choice {
  const kept = [...before];
  const refused: FieldError[] = [];
  const refuse = (kind: keyof typeof errors, named: Record<string, string | number>) => {
    const { title, message } = errors[kind];
    const text = phrase(message, named);
    if (!refused.some((other) => other.text === text)) refused.push({ title, text });
  };
  for (const file of chosen) {
    const bytes = kept.reduce((sum, { size }) => sum + size, file.size);
    if (kept.some((other) => isSame(other, file))) continue;
    if (file.size === 0) refuse('empty', { name: file.name });
    else if (file.size > fileMb * MB) refuse('tooLarge', { name: file.name, mb: fileMb });
    else if (kept.length === most) refuse('tooMany', { count: most });
    else if (bytes > togetherMb * MB) refuse('together', { mb: togetherMb });
    else kept.push(file);
  }
  return { kept, refused };
}

function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}
