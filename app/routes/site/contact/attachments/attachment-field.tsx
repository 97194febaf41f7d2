import type { AttachmentWords } from '#app/content/texts/attachments.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { useScripted } from '#app/ui/browser/use-scripted.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import type { FieldError } from '#app/ui/forms/field-messages.tsx';
import '#app/styles/attachments.css';
import { AttachmentList } from './attachment-list.tsx';
import type { Attachments } from './use-attachments.ts';

const ID = 'files';
/** What a picker offers first; what is taken is told by the contents alone. */
const ACCEPT = '.pdf,.jpg,.jpeg,.png,.webp,.heic,.heif,.dwg,.dxf';

interface AttachmentFieldProps {
  words: Omit<AttachmentWords, 'notTaken'>;
  /** The word beside the label of a field that may stay empty. */
  optional: string;
  attachments: Attachments;
  errors: readonly FieldError[];
  /** Whether files came that were not kept. */
  again: boolean;
}

/** A place for drawings: a sheet of paper with the cut at its corner (AT-1, AT-2). */
export function AttachmentField(props: AttachmentFieldProps) {
  const { words, optional, attachments, errors, again } = props;
  const { input, files, add, isOver } = attachments;
  const { files: most, fileMb, togetherMb, unverifiedFiles, unverifiedFileMb } = ATTACHMENTS;
  const invalid = errors.length > 0 ? true : undefined;
  return (
    <div className="field">
      <label htmlFor={ID}>
        {words.label} <span>{optional}</span>
      </label>
      <div className="plan" data-error={invalid} data-over={isOver || undefined}>
        <p>{words.choose}</p>
        <AttachmentList words={words} {...attachments} />
        <input
          ref={input}
          className="plan__input"
          type="file"
          id={ID}
          name={ID}
          multiple
          accept={ACCEPT}
          onChange={(event) => add(event.currentTarget.files ?? [])}
          aria-invalid={invalid}
          aria-describedby={`${ID}-note${invalid ? ` ${ID}-error` : ''}`}
        />
        <Camera label={words.camera} add={add} />
        <p className="plan__limits" id={`${ID}-note`}>
          {phrase(words.limits, { files: most, mb: fileMb, together: togetherMb })}{' '}
          {phrase(words.unverifiedLimits, { files: unverifiedFiles, mb: unverifiedFileMb })}
        </p>
      </div>
      <div id={`${ID}-error`} role="status">
        {errors.map(({ title, text }) => (
          <p className="field__error" key={text}>
            <span>
              <b>{title}.</b> {text}
            </span>
          </p>
        ))}
        {again && files.length === 0 && <p className="plan__again">{words.again}</p>}
      </div>
    </div>
  );
}

/** The camera of a phone; what it takes joins the others. */
function Camera({ label, add }: Pick<Attachments, 'add'> & { label: string }) {
  if (!useScripted()) return null;
  return (
    <label className="plan__camera">
      {label}
      <input
        className="vh"
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
