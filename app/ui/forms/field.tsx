import type { ComponentProps, ReactNode } from 'react';
import { describedBy, FieldMessages, type FieldError } from './field-messages.tsx';

interface FieldProps {
  label: string;
  /** The name of the control, and its id. */
  name: string;
  error?: FieldError | undefined;
  /** Said behind the label, as in "Optional". */
  hint?: string;
  /** A remark under the control, tied to it. */
  note?: ReactNode;
}

/** A one-line text field with its label, and its error tied to it (ledger CF-14). */
export function TextField({
  label,
  name,
  error,
  hint,
  note,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'name'>) {
  return (
    <div className="field">
      <FieldLabel label={label} name={name} hint={hint} />
      <input
        className="input"
        id={name}
        name={name}
        {...rest}
        {...describedBy(name, error, note)}
      />
      <FieldMessages name={name} error={error} note={note} />
    </div>
  );
}

/** A text field of several lines. */
export function TextArea({
  label,
  name,
  error,
  hint,
  note,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'name'>) {
  const described = describedBy(name, error, note);
  return (
    <div className="field">
      <FieldLabel label={label} name={name} hint={hint} />
      <textarea className="input" id={name} name={name} {...rest} {...described} />
      <FieldMessages name={name} error={error} note={note} />
    </div>
  );
}

/** A choice of one; its options are the children. */
export function SelectField({
  label,
  name,
  error,
  hint,
  note,
  ...rest
}: FieldProps & Omit<ComponentProps<'select'>, 'name'>) {
  const described = describedBy(name, error, note);
  return (
    <div className="field">
      <FieldLabel label={label} name={name} hint={hint} />
      <span className="choice">
        <select className="input" id={name} name={name} {...rest} {...described} />
      </span>
      <FieldMessages name={name} error={error} note={note} />
    </div>
  );
}

type FieldLabelProps = Pick<FieldProps, 'label' | 'name'> & { hint?: string | undefined };

export function FieldLabel({ label, name, hint }: FieldLabelProps) {
  return (
    <label htmlFor={name}>
      {label} {hint && <span>{hint}</span>}
    </label>
  );
}
