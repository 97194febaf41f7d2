import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';

interface DeskTitleProps {
  title: string;
  /** What is said below it. */
  children?: ReactNode;
  /** Where one can go from here. */
  ways?: ReactNode;
}

/** The head of a page of the desk. */
export function DeskTitle({ title, children, ways }: DeskTitleProps) {
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-4 px-margin pt-[clamp(1.5rem,3vw,2.75rem)] pb-5">
      <div>
        <h1 className="text-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)]/[1.05] tracking-tight large-letters:text-[1.5rem]">
          {title}
        </h1>
        {children}
      </div>
      <div className="ms-auto flex flex-wrap gap-3 print:hidden large-letters:ms-0">{ways}</div>
    </div>
  );
}

interface FaultProps {
  title?: string | undefined;
  text: string;
  /** What can be done about it. */
  children?: ReactNode;
}

/** What went wrong, above everything it is about. */
export function Fault({ title, text, children }: FaultProps) {
  return (
    <div
      className="mx-margin mb-5 flex flex-wrap items-center gap-x-6 gap-y-2 border-2 border-error bg-error-wash px-4 py-3 print:hidden [#main>&]:mt-5"
      role="alert"
    >
      {title && <b className="font-bold">{title}</b>}
      <span>{text}</span>
      {children && <div className="ms-auto flex">{children}</div>}
    </div>
  );
}

interface DeskErrorProps {
  title?: string | undefined;
  text: string;
  /** The address of a page that only a new document can show. */
  to?: string;
}

/** What could not be read, and a way to try again (D-5). */
export function DeskError({ title, text, to }: DeskErrorProps) {
  const { failures } = useDeskFrame();
  const here = useLocation();
  return (
    <Fault title={title} text={text}>
      <Link className="plain-button" to={to ?? here} replace reloadDocument={to !== undefined}>
        {failures.tryAgain}
      </Link>
    </Fault>
  );
}
