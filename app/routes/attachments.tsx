import { useEffect, useRef, useState, type DOMAttributes, type RefObject } from 'react';
import { ErrorText, FieldLabel, type FieldError } from '#app/components/field.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';
import { interpolate } from '#app/components/texts.ts';
import { formatFileSize } from '#app/content/file-size.ts';
import type { Language } from '#app/content/language.ts';
import type { AttachmentTexts } from '#app/content/texts/contact.server.ts';
import { ATTACHMENTS, MB } from '#app/domain/limits.ts';
import { cancelUpload, useAcceptsHeic, useUploadProgress } from '#app/routes/upload.ts';

const ID = 'files';
const NOTE_ID = `${ID}-note`;
const ERROR_ID = `${ID}-error`;
// Only a hint for the file picker: the server decides by the contents of a file (AT-3).
const ACCEPT = '.pdf,.jpg,.jpeg,.png,.webp,.dwg,.dxf';
const HEIC = ',.heic,.heif';

/** The limits of a form's files: the form shows them, and checks them before it is sent. */
export interface FileFieldLimits {
  maxFiles: number;
  maxFileMb: number;
  togetherMb: number;
  /** Endings that the file picker offers beside those of an enquiry, such as ",.docx". */
  moreEndings: string;
}

const ENQUIRY_FILES: FileFieldLimits = {
  maxFiles: ATTACHMENTS.files,
  maxFileMb: ATTACHMENTS.fileMb,
  togetherMb: ATTACHMENTS.togetherMb,
  moreEndings: '',
};

type FieldTexts = Omit<AttachmentTexts, 'errors'> & {
  unverifiedLimits?: { skipped: string; unscripted: string };
};

interface AttachmentFieldProps {
  texts: FieldTexts;
  language: Language;
  hint?: string;
  attachments: Attachments;
  errors: readonly FieldError[];
  mustChooseFilesAgain: boolean;
}

/**
 * The field for files, with the chosen files, their limits and errors. Files are also dropped on it or come from a
 * camera.
 */
export function AttachmentField(props: AttachmentFieldProps) {
  const { texts, language, hint, attachments, errors, mustChooseFilesAgain } = props;
  const { limits, input, files, add, remove, isDraggedOver } = attachments;
  const acceptsHeic = useAcceptsHeic();
  const isInvalid = errors.length > 0;

  return (
    <div className="field">
      <FieldLabel label={texts.label} name={ID} hint={hint} />
      <div
        className="cut-corner grid grid-cols-1 gap-3 form-box p-4 pe-13"
        data-error={isInvalid || undefined}
        data-over={isDraggedOver || undefined}
      >
        <p>{texts.choose}</p>
        <AttachmentList texts={texts} language={language} files={files} remove={remove} />
        <input
          ref={input}
          className="picker min-h-target w-full"
          type="file"
          id={ID}
          name={ID}
          multiple
          accept={ACCEPT + limits.moreEndings + (acceptsHeic ? HEIC : '')}
          onChange={(event) => add(event.currentTarget.files ?? [])}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? `${NOTE_ID} ${ERROR_ID}` : NOTE_ID}
        />
        <Camera label={texts.camera} add={add} />
        <div className="text-note text-ink-2" id={NOTE_ID}>
          <Limits texts={texts} limits={limits} />
        </div>
      </div>
      <div id={ERROR_ID} role="status">
        {errors.map(({ title, text }) => (
          <ErrorText key={text}>
            {title && <b className="font-bold">{title}.</b>} {text}
          </ErrorText>
        ))}
        {mustChooseFilesAgain && files.length === 0 && (
          <p className="text-note text-ink-2">{texts.chooseAgain}</p>
        )}
      </div>
    </div>
  );
}

/** Without a script a sender cannot be verified, so lower limits apply. Without style sheets both are visible. */
function Limits({ texts, limits }: { texts: FieldTexts; limits: FileFieldLimits }) {
  const { unverifiedLimits } = texts;
  const { maxFiles, maxFileMb, togetherMb } = limits;
  const text = interpolate(texts.limits, { files: maxFiles, mb: maxFileMb, together: togetherMb });
  if (!unverifiedLimits) return <p>{text}</p>;

  const { unverifiedFiles: files, unverifiedFileMb: mb } = ATTACHMENTS;
  const unverified = { files, mb, together: files * mb };
  return (
    <>
      <p className="noscript:hidden">
        {`${text} ${interpolate(unverifiedLimits.skipped, unverified)}`}
      </p>
      <p className="hidden noscript:block">
        {interpolate(unverifiedLimits.unscripted, unverified)}
      </p>
    </>
  );
}

function Camera({ label, add }: Pick<Attachments, 'add'> & { label: string }) {
  if (!useHydrated()) return null;
  return (
    <label
      className={`${plainControlClass} text-note font-medium not-pointer-coarse:hidden focus-within:[outline:2px_solid] focus-within:outline-offset-2`}
    >
      {label}
      <input
        className="sr-only"
        type="file"
        accept="image/*"
        capture="environment"
        onChange={(event) => {
          add(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

const plainControlClass =
  'tap quiet cursor-pointer justify-self-start underline decoration-current';

type AttachmentListProps = Pick<AttachmentFieldProps, 'texts' | 'language'> &
  Pick<Attachments, 'files' | 'remove'>;

function AttachmentList({ texts, language, files, remove }: AttachmentListProps) {
  if (files.length === 0) return null;
  return (
    <ul className="wrap-anywhere" aria-label={texts.chosenFiles}>
      {files.map((file) => (
        <li
          className="flex items-center gap-4 border-b border-line py-2"
          key={`${file.name} ${file.size} ${file.lastModified}`}
        >
          <Thumbnail file={file} />
          {/* The button stands below a long name. */}
          <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4">
            <p>
              <bdi>{file.name}</bdi>{' '}
              <span className="whitespace-nowrap text-ink-3">
                {formatFileSize(file.size, language)}
              </span>
            </p>
            <button
              className={plainControlClass}
              type="button"
              onClick={() => remove(file)}
              aria-label={interpolate(texts.removeNamed, { name: file.name })}
            >
              {texts.remove}
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

const EDGE_PX = 64;

function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    createImageBitmap(file, { resizeWidth: EDGE_PX * 2, resizeQuality: 'medium' }).then(
      (picture) => {
        const target = canvas.current;
        const size = Math.min(picture.width, picture.height);
        const [left, top] = [(picture.width - size) / 2, (picture.height - size) / 2];
        target
          ?.getContext('2d')
          ?.drawImage(picture, left, top, size, size, 0, 0, target.width, target.height);
        picture.close();
      },
      // A picture that this browser cannot draw, such as HEIC.
      () => undefined,
    );
  }, [file]);

  return (
    <canvas
      className="size-11 flex-none bg-paper-2"
      ref={canvas}
      width={EDGE_PX}
      height={EDGE_PX}
      aria-hidden="true"
    />
  );
}

const QUARTERS = 4;

/** Shows the upload of the page with Cancel; nothing while there is none. */
export function UploadStatus({
  texts,
  language,
}: Pick<AttachmentFieldProps, 'texts' | 'language'>) {
  const upload = useUploadProgress();
  const { sentBytes = 0, totalBytes = 0 } = upload ?? {};
  const share = totalBytes > 0 ? sentBytes / totalBytes : 0;
  const percentInQuarters = (Math.floor(share * QUARTERS) / QUARTERS) * 100;

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 not-has-[progress]:contents">
      {/* Announced each quarter only: a screen reader would read out every byte. */}
      <p className="sr-only" role="status">
        {upload && interpolate(texts.sending, { percent: percentInQuarters })}
      </p>
      {upload && (
        <>
          <progress
            className="h-2 flex-[1_1_12rem] accent-oak"
            aria-label={texts.label}
            max={totalBytes || undefined}
            value={totalBytes > 0 ? sentBytes : undefined}
          />
          <p aria-hidden="true">
            {interpolate(texts.progress, {
              sent: formatFileSize(sentBytes, language),
              total: formatFileSize(totalBytes, language),
            })}
          </p>
          <button className={plainControlClass} type="button" onClick={cancelUpload}>
            {texts.cancel}
          </button>
        </>
      )}
    </div>
  );
}

export interface Attachments {
  limits: FileFieldLimits;
  /** The ref of the file input, which submits the files (AT-2). */
  input: RefObject<HTMLInputElement | null>;
  files: readonly File[];
  /** Why the files of the last choice that are not in `files` were not added. */
  refusals: readonly FieldError[];
  /** Files are being dragged over the form. */
  isDraggedOver: boolean;
  add: (chosenFiles: Iterable<File>) => void;
  remove: (file: File) => void;
  /** Handlers for the whole form: otherwise the browser would open a file that is dropped beside the field. */
  formProps: DOMAttributes<HTMLFormElement>;
}

/** Returns the chosen files of a file input, with what its field and its form need. Without texts it takes no files. */
export function useAttachments(errorTexts: ErrorTexts | null, limits = ENQUIRY_FILES): Attachments {
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  /** For code that runs after the files of its render have changed. */
  const latestFiles = useRef(files);
  const [refusals, setRefusals] = useState<readonly FieldError[]>([]);
  const [isDraggedOver, setDraggedOver] = useState(false);

  const setFieldFiles = (newFiles: readonly File[]) => {
    setFiles(newFiles);
    latestFiles.current = newFiles;
    const fileList = new DataTransfer();
    for (const file of newFiles) fileList.items.add(file);
    if (input.current) input.current.files = fileList.files;
  };

  const add = (chosenFiles: Iterable<File>, folderNames: readonly string[] = []) => {
    if (!errorTexts) return;
    const { title } = errorTexts.empty;
    const presentUnreadable = (name: string) => ({ title, text: name });

    const choice = validateChosenFiles(files, [...chosenFiles], errorTexts, limits);
    setFieldFiles(choice.accepted);
    setRefusals([...choice.refusals, ...folderNames.map(presentUnreadable)]);

    const replaceByCopy = async (file: File) => {
      const copy = await copyIntoMemory(file).catch(() => null);
      const currentFiles = latestFiles.current;
      const isRemoved = !currentFiles.includes(file);
      if (isRemoved) return;

      if (copy) return setFieldFiles(currentFiles.map((other) => (other === file ? copy : other)));
      setFieldFiles(currentFiles.filter((other) => other !== file));
      setRefusals((errors) => [...errors, presentUnreadable(file.name)]);
    };
    for (const file of choice.accepted) if (!files.includes(file)) void replaceByCopy(file);
  };

  const addTransferred = (transfer: DataTransfer) => {
    // Browsers list a folder as a small file, which cannot be read.
    const folderNames = [...transfer.items].flatMap((item) => {
      const entry = item.webkitGetAsEntry();
      return entry?.isDirectory ? [entry.name] : [];
    });
    const droppedFiles = [...transfer.files].filter(({ name }) => !folderNames.includes(name));
    add(droppedFiles, folderNames);
  };

  const remove = (file: File) => {
    setFieldFiles(files.filter((other) => other !== file));
    setRefusals([]);
    input.current?.focus();
  };

  const formProps: Attachments['formProps'] = {
    onDragOver(event) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setDraggedOver(true);
    },
    onDragLeave: () => setDraggedOver(false),
    onDrop(event) {
      setDraggedOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      addTransferred(event.dataTransfer);
    },
    onPaste(event) {
      const { files: pastedFiles, types } = event.clipboardData;
      // Excel, and Word on a Mac, copy a picture of the text with the text. A picture or file alone has one of these.
      const isText = types.includes('text/plain') && types.includes('text/html');
      if (isText || pastedFiles.length === 0) return;
      event.preventDefault();
      addTransferred(event.clipboardData);
    },
  };

  return { limits, input, files, refusals, isDraggedOver, add, remove, formProps };
}

/**
 * Later, when the form is sent, browsers cannot read a file that has changed on the disk, nor one of Google Drive on
 * Android. Rejects if it cannot be read now.
 */
async function copyIntoMemory(file: File): Promise<File> {
  const { name, type, lastModified } = file;
  return new File([await file.arrayBuffer()], name, { type, lastModified });
}

type ErrorTexts = Omit<AttachmentTexts['errors'], 'notAccepted'>;

interface Choice {
  /** The files that were chosen before, and those of this choice that are within the limits. */
  accepted: readonly File[];
  refusals: readonly FieldError[];
}

function validateChosenFiles(
  currentFiles: readonly File[],
  chosenFiles: readonly File[],
  errorTexts: ErrorTexts,
  { maxFiles, maxFileMb, togetherMb }: FileFieldLimits,
): Choice {
  const accepted = [...currentFiles];
  const refusals: FieldError[] = [];

  const refuse = (kind: keyof ErrorTexts, values: Record<string, string | number>) => {
    const { title, text: template } = errorTexts[kind];
    const text = interpolate(template, values);
    if (!refusals.some((other) => other.text === text)) refusals.push({ title, text });
  };

  for (const file of chosenFiles) {
    const { name, size, lastModified } = file;
    const isChosenAlready = accepted.some(
      (other) => other.name === name && other.size === size && other.lastModified === lastModified,
    );
    if (isChosenAlready) continue;

    const togetherBytes = accepted.reduce((sum, other) => sum + other.size, size);
    if (size === 0) refuse('empty', { name });
    else if (size > maxFileMb * MB) refuse('tooLarge', { name, mb: maxFileMb });
    else if (accepted.length === maxFiles) refuse('tooMany', { count: maxFiles });
    else if (togetherBytes > togetherMb * MB) refuse('totalTooLarge', { mb: togetherMb });
    else accepted.push(file);
  }

  return { accepted, refusals };
}
