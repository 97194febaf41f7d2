import type { ComponentProps, ReactNode } from 'react';

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
        <ErrorText id={`${name}-error`}>
          {error.title && <b className="font-bold">{error.title}.</b>} {error.text}
        </ErrorText>
      )}
      {note && (
        <p className="text-note/body text-ink-3" id={`${name}-note`}>
          {note}
        </p>
      )}
    </>
  );
}

/** What is wrong, marked by a slash of its colour. */
export function ErrorText({ children, ...rest }: Omit<ComponentProps<'p'>, 'className'>) {
  return (
    <p className="error-text" {...rest}>
      <span>{children}</span>
    </p>
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
