import { attachmentWords as words } from '#app/content/texts/attachments.ts';
import { contact } from '#app/content/texts/contact.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import type { FieldError } from '#app/ui/forms/field-messages.tsx';
import '#app/styles/attachments.css';

const ID = 'files';
/** What a picker offers first; what is taken is told by the contents alone. */
const ACCEPT = '.pdf,.jpg,.jpeg,.png,.webp,.heic,.heif,.dwg,.dxf';

interface AttachmentFieldProps {
  errors: readonly FieldError[];
  /** Whether files came that were not kept. */
  again: boolean;
}

/** A place for drawings: a sheet of paper with the cut at its corner (AT-1). */
export function AttachmentField({ errors, again }: AttachmentFieldProps) {
  const { files, fileMb, togetherMb, unverifiedFiles, unverifiedFileMb } = ATTACHMENTS;
  const invalid = errors.length > 0 ? true : undefined;
  return (
    <div className="field">
      <label htmlFor={ID}>
        {words.label} <span>{contact.optional}</span>
      </label>
      <div className="plan" data-error={invalid}>
        <p>{words.choose}</p>
        <input
          className="plan__input"
          type="file"
          id={ID}
          name={ID}
          multiple
          accept={ACCEPT}
          aria-invalid={invalid}
          aria-describedby={`${ID}-note${invalid ? ` ${ID}-error` : ''}`}
        />
        <p className="plan__limits" id={`${ID}-note`}>
          {words.limits(files, fileMb, togetherMb)}{' '}
          {words.unverifiedLimits(unverifiedFiles, unverifiedFileMb)}
        </p>
      </div>
      <div id={`${ID}-error`}>
        {errors.map(({ title, text }) => (
          <p className="field__error" key={text}>
            <span>
              <b>{title}.</b> {text}
            </span>
          </p>
        ))}
        {again && <p className="plan__again">{words.again}</p>}
      </div>
    </div>
  );
}
