import type { ReactNode } from 'react';

export interface FieldError {
  /** In bold before the text; some errors are one sentence. */
  title?: string;
  text: string;
}

interface FieldMessagesProps {
  name: string;
  error?: FieldError | undefined;
  note?: ReactNode;
}

/** What stands under a control: its error, its note. The ids are those of describedBy. */
export function FieldMessages({ name, error, note }: FieldMessagesProps) {
  return (
    <>
      {error && (
        <p className="field__error" id={`${name}-error`}>
          <span>
            {error.title && <b>{error.title}.</b>} {error.text}
          </span>
        </p>
      )}
      {note && (
        <p className="count" id={`${name}-note`}>
          {note}
        </p>
      )}
    </>
  );
}

/** The attributes that tie a control to its error and its note. */
export function describedBy(name: string, error?: FieldError, note?: ReactNode) {
  const ids = [error && `${name}-error`, note && `${name}-note`].filter(Boolean).join(' ');
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': ids || undefined,
  };
}
