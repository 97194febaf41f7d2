import type { ReactNode } from 'react';

interface AuthPageFieldsProps {
  /** Nothing can be sent for now. */
  locked: boolean;
  children: ReactNode;
}

/** The fields of a form of the gate that can be locked. */
export function AuthPageFields({ locked, children }: AuthPageFieldsProps) {
  return (
    <fieldset
      className="grid min-w-0 gap-5 border-0 p-0 disabled:[&_input]:cursor-not-allowed disabled:[&_input]:border-line-strong! disabled:[&_input]:bg-paper-2! disabled:[&_input]:text-ink-3"
      disabled={locked}
    >
      {children}
    </fieldset>
  );
}
