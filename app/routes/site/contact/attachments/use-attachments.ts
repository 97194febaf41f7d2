import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import type { FieldError } from '#app/ui/forms/field-messages.tsx';
import type { AttachmentWords } from '#app/content/texts/attachments.server.ts';
import { addChosen } from './chosen-files.ts';

/**
 * The files chosen so far (AT-2). They live in the field itself, so that the form sends them like
 * any other; whatever is dropped on the form or pasted into it is added there.
 */
export function useAttachments(words: Pick<AttachmentWords, 'errors'> | null) {
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const [isOver, setOver] = useState(false);
  const put = (next: readonly File[]) => {
    setFiles(next);
    if (input.current) input.current.files = listOf(next);
  };
  const add = (chosen: Iterable<File>) => {
    if (!words) return;
    const choice = addChosen(files, [...chosen], words.errors);
    put(choice.kept);
    setRefused(choice.refused);
  };
  const remove = (file: File) => {
    put(files.filter((other) => other !== file));
    setRefused([]);
    input.current?.focus();
  };
  /** For the whole form: a drawing that misses the sheet is not opened in place of the page. */
  const form = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      add(event.dataTransfer.files);
    },
    onPaste(event: ClipboardEvent) {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      add(event.clipboardData.files);
    },
  };
  return { input, files, refused, isOver, add, remove, form };
}

export type Attachments = ReturnType<typeof useAttachments>;

function listOf(files: readonly File[]): FileList {
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  return list.files;
}
