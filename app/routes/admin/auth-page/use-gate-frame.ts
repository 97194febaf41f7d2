import { useRouteLoaderData } from 'react-router';
import type { GateFrame } from '#app/content/desk/gate/gate-frame.server.ts';

/** The words that the login and password pages share. */
export function useGateFrame(): GateFrame {
  const words = useRouteLoaderData('routes/admin/auth-page/auth-page-boundary');
  if (!words) throw new Error('Only a login or password page has the words of the gate');
  return words as GateFrame;
}
