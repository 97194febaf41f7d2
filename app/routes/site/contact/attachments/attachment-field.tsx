import type { AttachmentWords } from '#app/content/texts/attachments.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { useScripted } from '#app/ui/browser/use-scripted.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { FieldLabel } from '#app/ui/forms/field.tsx';
import { ErrorText, type FieldError } from '#app/ui/forms/field-messages.tsx';
import { AttachmentList, plainLook } from './attachment-list.tsx';
import type { Attachments } from './use-attachments.ts';

const ID = 'files';
/** What a picker offers first; what is taken is told by the contents alone. */
const ACCEPT = '.pdf,.jpg,.jpeg,.png,.webp,.dwg,.dxf';
const HEIC = ',.heic,.heif';

interface AttachmentFieldProps {
  words: Omit<AttachmentWords, 'notTaken'>;
  /** Whether a picker offers photos as HEIC too. */
  heic: boolean;
  /** The word beside the label of a field that may stay empty. */
  optional: string;
  attachments: Attachments;
  errors: readonly FieldError[];
  /** Whether files came that were not kept. */
  again: boolean;
}

/** A place for drawings: a sheet of paper with the cut at its corner (AT-1, AT-2). */
export function AttachmentField(props: AttachmentFieldProps) {
  const { words, heic, optional, attachments, errors, again } = props;
  const { input, files, add, isOver } = attachments;
  const { files: most, fileMb, togetherMb, unverifiedFiles, unverifiedFileMb } = ATTACHMENTS;
  const invalid = errors.length > 0 ? true : undefined;
  return (
    <div className="field">
      <FieldLabel label={words.label} name={ID} hint={optional} />
      <div
        className="form-box cut-corner grid grid-cols-1 gap-3 p-4 pe-13"
        data-error={invalid}
        data-over={isOver || undefined}
      >
        <p>{words.choose}</p>
        <AttachmentList words={words} {...attachments} />
        <input
          ref={input}
          className="picker min-h-target w-full"
          type="file"
          id={ID}
          name={ID}
          multiple
          accept={heic ? ACCEPT + HEIC : ACCEPT}
          onChange={(event) => add(event.currentTarget.files ?? [])}
          aria-invalid={invalid}
          aria-describedby={`${ID}-note${invalid ? ` ${ID}-error` : ''}`}
        />
        <Camera label={words.camera} add={add} />
        <p className="text-note text-ink-2" id={`${ID}-note`}>
          {phrase(words.limits, { files: most, mb: fileMb, together: togetherMb })}{' '}
          {phrase(words.unverifiedLimits, { files: unverifiedFiles, mb: unverifiedFileMb })}
        </p>
      </div>
      <div id={`${ID}-error`} role="status">
        {errors.map(({ title, text }) => (
          <ErrorText key={text}>
            <b className="font-bold">{title}.</b> {text}
          </ErrorText>
        ))}
        {again && files.length === 0 && <p className="text-note text-ink-2">{words.again}</p>}
      </div>
    </div>
  );
}

/** The camera of a phone; what it takes joins the others. Only where there is a hand to hold it. */
function Camera({ label, add }: Pick<Attachments, 'add'> & { label: string }) {
  if (!useScripted()) return null;
  return (
    <label
      className={`${plainLook} text-note font-medium not-pointer-coarse:hidden focus-within:[outline:2px_solid] focus-within:outline-offset-2`}
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
