import type { ReactNode } from 'react';

/** Where else one can go from a page of the gate. */
export function AuthPageLinks({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap justify-between gap-x-6 *:tap">{children}</p>;
}
