import type { ReactNode } from 'react';
import { Link, href } from 'react-router';
import { DeskTitle } from '#app/routes/admin/frame/page.tsx';

/** How a form of the account pages lays out its fields. */
export const accountForm = 'grid w-full max-w-108 gap-5';

/** The head of a page of one matter, with the way back to them all. */
export function AccountTitle({ title, back }: { title: string; back: string }) {
  const ways = (
    <Link className="plain-button" to={href('/admin/dashboard/account')}>
      {back}
    </Link>
  );
  return <DeskTitle title={title} ways={ways} />;
}

/** What stands below the head of an account page. */
export function AccountSections({ children }: { children: ReactNode }) {
  return <div className="grid max-w-160 grid-cols-1 gap-8 px-margin pb-16">{children}</div>;
}

/** One matter of an admin's own account. */
export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-5">
      <h2 className="text-large/body">{title}</h2>
      {children}
    </section>
  );
}
