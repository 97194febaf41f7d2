import { redirect } from 'react-router';
import { withCookies } from '#app/http/cookies.server.ts';
import {
  deviceCookies,
  endSecondStepCookie,
  sessionCookie,
} from '#app/http/gate-request.server.ts';
import { noticeCookie } from '#app/http/notice.server.ts';
import type { Passed } from '#app/routes/admin/authenticator.server.ts';

/** The answer to a login that went through: always the dashboard, never an address from outside. */
export function welcome(
  request: Request,
  passed: Extract<Passed, { kind: 'signed-in' }>,
): Response {
  const { admin, session, device } = passed;
  return redirect('/admin/dashboard', {
    status: 303,
    headers: withCookies([
      sessionCookie(session),
      endSecondStepCookie(),
      ...deviceCookies(request, admin.email, device),
      noticeCookie('welcome'),
    ]),
  });
}
