import type { ComponentProps } from 'react';

/** The name of an open enquiry, or of one that is not there: it names the drawer. */
export function DrawerTitle(props: Omit<ComponentProps<'h2'>, 'id' | 'className'>) {
  return (
    <h2
      id="dt"
      className="text-lead leading-heading focus:outline-none print:mb-[1mm] print:text-[24pt]"
      {...props}
    />
  );
}

/** The heading of a part of an open enquiry. */
export function DrawerHeading(props: Pick<ComponentProps<'h3'>, 'id' | 'children'>) {
  return (
    <h3
      className="pt-5 text-note/body font-normal text-ink-3 no-flare print:pt-[6mm] print:pb-[1mm] print:text-[10.5pt]"
      {...props}
    />
  );
}

/** What somebody wrote, in its own lines. */
export function DrawerText(props: Omit<ComponentProps<'p'>, 'dir' | 'className'>) {
  return (
    <p
      className="pt-1.5 text-[1.0625rem]/[1.6] wrap-anywhere whitespace-pre-line print:text-[11pt]/text"
      dir="auto"
      {...props}
    />
  );
}
