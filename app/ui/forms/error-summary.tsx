import type { Ref } from 'react';
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
    <div className="summary" role="alert" tabIndex={-1} ref={ref}>
      <h2>{heading}</h2>
      <ul>
        {errors.map(({ field, title, text }) => (
          <li key={`${field} ${text}`}>
            <a href={`#${field}`}>{title ? `${title}: ${text}` : text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
