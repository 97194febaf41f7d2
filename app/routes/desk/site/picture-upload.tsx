import { useEffect, useRef, useState, type ChangeEvent, type RefObject } from 'react';
import { href } from 'react-router';
import { postForm } from '#app/components/post-form.ts';
import { interpolate } from '#app/components/texts.ts';
import type { EntryPageTexts } from '#app/content/texts/site-fields.server.ts';
import { useEntryTexts } from './entry-form.ts';

export interface SentPictures {
  pictures: { name: string }[];
  refused: string[];
}

interface UploadStep {
  number: number;
  count: number;
  /** From 0 to 1; at 1 the server makes the sizes of the picture. */
  sentShare: number;
}

export type PictureUpload = ReturnType<typeof usePictureUpload>;

interface PictureUploadOptions {
  /** Any control of the form, which waits for all uploads. */
  formControl: RefObject<HTMLInputElement | null>;
  initiallyRefused: readonly string[];
  /** How many more pictures the list takes. */
  roomCount: number;
  getSurplusText: (fileName: string) => string;
  onSent: (pictures: SentPictures['pictures']) => void;
}

/**
 * Returns `send`, the change handler of a file input, with the `step` of its upload, whether that holds the form back,
 * and a line for each refused picture. Sends one picture per request, so that a failure does not lose earlier ones.
 * Empties the input at once: pictures that are chosen during the upload are sent after the others. Does not send those
 * that the list has no room for. A form that is submitted meanwhile is submitted after the last picture, unless one was
 * refused.
 */
export function usePictureUpload({
  formControl,
  initiallyRefused,
  roomCount,
  getSurplusText,
  onSent,
}: PictureUploadOptions) {
  const texts = useEntryTexts().picture;
  const [step, setStep] = useState<UploadStep | null>(null);
  const [refused, setRefused] = useState(initiallyRefused);
  const isFormHeld = useHeldForm(formControl, step !== null, refused.length > 0);
  // The pictures not yet sent, with the one on its way; empty while no upload is running.
  const { current: unsentFiles } = useRef<File[]>([]);

  const sendAll = async (input: HTMLInputElement) => {
    const isRunning = unsentFiles.length > 0;
    // The list already counts the pictures that were sent.
    const freeCount = Math.max(0, roomCount - unsentFiles.length);

    const chosenFiles = [...(input.files ?? [])];
    input.value = '';
    unsentFiles.push(...chosenFiles.slice(0, freeCount));
    const surplusLines = chosenFiles.slice(freeCount).map(({ name }) => getSurplusText(name));
    setRefused((lines) => (isRunning ? [...lines, ...surplusLines] : surplusLines));
    // The loop below, which is running, comes to the added pictures too.
    if (isRunning) return;

    for (let number = 1; unsentFiles.length > 0; number += 1) {
      const showShare = (sentShare: number) =>
        setStep({ number, count: number - 1 + unsentFiles.length, sentShare });

      showShare(0);
      const response = await sendPicture(unsentFiles[0]!, texts.refused, showShare);
      unsentFiles.shift();
      onSent(response.pictures);
      setRefused((lines) => [...lines, ...response.refused]);
    }
    setStep(null);
  };

  const send = (event: ChangeEvent<HTMLInputElement>) => void sendAll(event.currentTarget);
  return { send, step, isFormHeld, refused };
}

/** Never rejects: the end of the session and a response that cannot be used are refusals too. */
async function sendPicture(
  file: File,
  texts: EntryPageTexts['picture']['refused'],
  onProgress: (sentShare: number) => void,
): Promise<SentPictures> {
  const path = href('/admin/dashboard/site/pictures');
  const form = new FormData();
  form.append('pictures', file);
  const refuse = (text: string) => ({
    pictures: [],
    refused: [interpolate(text, { name: file.name })],
  });

  try {
    const { responseText, responseURL } = await postForm(path, form, (sentBytes, totalBytes) =>
      onProgress(sentBytes / totalBytes),
    );
    // The request has followed the redirect to the login.
    if (new URL(responseURL).pathname !== path) return refuse(texts.signedOut);
    return JSON.parse(responseText) as SentPictures;
  } catch {
    return refuse(texts.unsent);
  }
}

/** Holds a form that is submitted during the upload; submits it afterwards unless a picture was refused. */
function useHeldForm(
  formControl: RefObject<HTMLInputElement | null>,
  isUploading: boolean,
  isRefused: boolean,
): boolean {
  const [heldSubmitter, setHeldSubmitter] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const form = formControl.current!.form!;
    if (!isUploading) {
      // A submitter is held only until the upload has ended.
      if (!isRefused) heldSubmitter?.click();
      setHeldSubmitter(null);
      return undefined;
    }

    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      setHeldSubmitter(event.submitter);
    };

    form.addEventListener('submit', hold);
    return () => form.removeEventListener('submit', hold);
  }, [formControl, isUploading, isRefused, heldSubmitter]);

  return heldSubmitter !== null;
}

/** Shows and announces which picture is being sent, with its progress; nothing without an upload. */
export function PictureUploadStatus({ step, isFormHeld }: PictureUpload) {
  const texts = useEntryTexts().picture;
  const isSending = step !== null && step.sentShare < 1;
  const status = step && interpolate(isSending ? texts.sending : texts.preparing, { ...step });

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status">
        {status} {status && isFormHeld && texts.waitingNote}
      </p>
      {isSending && (
        <>
          <progress
            className="h-2 flex-[1_1_12rem] accent-oak"
            aria-label={texts.uploadProgress}
            value={step.sentShare}
          />
          {/* The progress bar tells a screen reader the same. */}
          <span aria-hidden="true">{Math.round(step.sentShare * 100)}%</span>
        </>
      )}
    </div>
  );
}
