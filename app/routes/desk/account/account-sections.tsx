import { ButtonLink } from '#app/components/button.tsx';
import { TextField } from '#app/components/field.tsx';
import type { ReactNode } from 'react';
import { href } from 'react-router';
import { DeskTitle } from '#app/routes/desk/frame.tsx';

export const accountForm = 'grid w-full max-w-108 gap-5';

export function AccountTitle({ title, back }: { title: string; back: string }) {
  const ways = (
    <ButtonLink variant="plain" to={href('/admin/dashboard/account')}>
      {back}
    </ButtonLink>
  );
  return <DeskTitle title={title} ways={ways} />;
}

export function AccountSections({ children }: { children: ReactNode }) {
  return <div className="grid max-w-160 grid-cols-1 gap-8 px-margin pb-16">{children}</div>;
}

export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-5">
      <h2 className="text-large/body">{title}</h2>
      {children}
    </section>
  );
}

/** Before something that a borrowed browser must not do. */
export function CurrentPasswordField({
  answer,
  label,
}: {
  answer: { field: string | null; message: string } | undefined;
  label: string;
}) {
  const name = 'current_password';
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="current-password"
      required
      error={answer?.field === name ? { text: answer.message } : undefined}
    />
  );
}
