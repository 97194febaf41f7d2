import type { ReactNode } from 'react';
import { ButtonLink } from '#app/components/button.tsx';
import { DeskPage } from '#app/routes/desk/frame.tsx';

export const ACCOUNT_FORM_CLASS = 'grid w-full max-w-108 gap-5';

interface AccountPageProps {
  title: string;
  description: string;
  note?: string;
  back: { to: string; label: string };
  children: ReactNode;
}

export function AccountPage({ title, description, note, back, children }: AccountPageProps) {
  const backLink = (
    <ButtonLink variant="plain" to={back.to}>
      {back.label}
    </ButtonLink>
  );
  return (
    <DeskPage title={title} intro={note} description={description} actions={backLink}>
      <div className="grid max-w-160 grid-cols-1 gap-8">{children}</div>
    </DeskPage>
  );
}

export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-5">
      <h2 className="text-large/body">{title}</h2>
      {children}
    </section>
  );
}
