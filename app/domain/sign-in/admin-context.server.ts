import { type RouterContextProvider, createContext, redirect } from 'react-router';
import type { SignedInAdmin } from './sessions.server.ts';

/** Set by the guard of the admin area (routes/admin/frame/layout.tsx) and by nothing else. */
export const adminContext = createContext<SignedInAdmin | null>(null);

/**
 * The admin of this request, for loaders and actions to hand to the data functions. Throws the
 * redirect to /admin where the guard has not let somebody in (ledger D-1).
 */
export function requireAdmin(context: Readonly<RouterContextProvider>): SignedInAdmin {
  const admin = context.get(adminContext);
  if (!admin) throw redirect('/admin', 303);
  return admin;
}
