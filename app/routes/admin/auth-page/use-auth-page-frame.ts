import { useRouteLoaderData } from 'react-router';
import type { AuthPageFrame } from '#app/content/desk/sign-in.server.ts';

/** The words that the login and password pages share. */
export function useAuthPageFrame(): AuthPageFrame {
  const words = useRouteLoaderData('routes/admin/auth-page/auth-page-boundary');
  if (!words) throw new Error('Only a login or password page has these words');
  return words as AuthPageFrame;
}
