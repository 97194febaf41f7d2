import { ButtonLink } from '#app/components/button.tsx';
import type { ReactNode } from 'react';
import { href, useLocation } from 'react-router';
import { useDeskFrame } from './words.ts';
import { company } from '#app/content/words/company.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';

interface DeskTitleProps {
  title: string;
  children?: ReactNode;
  ways?: ReactNode;
}

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
      <ButtonLink variant="plain" to={to ?? here} replace reloadDocument={to !== undefined}>
        {failures.tryAgain}
      </ButtonLink>
    </Fault>
  );
}

interface DeskPlaceProps {
  title: string;
  intro: string;
  children: ReactNode;
}

export function DeskPlace({ title, intro, children }: DeskPlaceProps) {
  const words = useDeskFrame();
  return (
    <>
      <DeskTitle
        title={title}
        ways={
          <ButtonLink variant="plain" to={href('/admin/dashboard')}>
            {words.title}
          </ButtonLink>
        }
      >
        <p className="mt-2 max-w-[40em] text-ink-2">{intro}</p>
      </DeskTitle>
      <div className="px-margin pb-16">{children}</div>
    </>
  );
}

interface DeskEntryProps {
  title: string;
  ways: ReactNode;
  children: ReactNode;
}

/** An entry of a list of the desk: what it is, and beside it what can be done with it. */
export function DeskEntry({ title, ways, children }: DeskEntryProps) {
  return (
    <li className="flex flex-wrap justify-between gap-x-8 gap-y-4 border-t border-line py-5">
      <div className="max-w-184 min-w-0 flex-1 basis-80 wrap-anywhere">
        <h2 dir="auto">{title}</h2>
        {children}
      </div>
      {ways}
    </li>
  );
}

type Words = Pick<Parameters<typeof pageMeta>[1], 'title' | 'description' | 'path'>;

/** The head of a page for staff: whole like any other, and not for search engines (ledger SE-2). */
export function deskMeta(matches: Parameters<typeof pageMeta>[0], { title, ...words }: Words) {
  return pageMeta(matches, { ...words, title: `${title} | ${company.brand}`, noindex: true });
}
