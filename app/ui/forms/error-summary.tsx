import type { Ref } from 'react';
import { ErrorBox } from './error-box.tsx';
import type { FieldError } from './field-messages.tsx';

interface ErrorSummaryProps {
  heading: string;
  /** The id of the control that each error is about. */
  errors: readonly (FieldError & { field: string })[];
  ref?: Ref<HTMLDivElement>;
}

/** All errors of a form in one place; each leads to its field. Announced when it appears. */
export function ErrorSummary({ heading, errors, ref }: ErrorSummaryProps) {
  return (
    <ErrorBox tabIndex={-1} ref={ref}>
      <h2 className="mb-1 text-large/body font-medium tracking-none">{heading}</h2>
      <ul className="list-disc ps-[1.1em]">
        {errors.map(({ field, title, text }) => (
          <li key={`${field} ${text}`}>
            <a className="tap" href={`#${field}`}>
              {title ? `${title}: ${text}` : text}
            </a>
          </li>
        ))}
      </ul>
    </ErrorBox>
  );
}
