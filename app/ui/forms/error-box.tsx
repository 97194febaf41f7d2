import type { ComponentProps } from 'react';

/** What is wrong with a whole form. Announced when it appears. */
export function ErrorBox(props: Omit<ComponentProps<'div'>, 'className' | 'role'>) {
  return (
    <div className="border-2 border-error bg-error-wash px-5.5 py-4.5" role="alert" {...props} />
  );
}
