import { openLink } from '#app/domain/accounts/password-reset.server.ts';
import { browserOfForm, readDeviceCookie } from '#app/http/cookies/sign-in-cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { proofOf } from '#app/routes/admin/authenticator/link-proof.server.ts';
import {
  type Attempt,
  LinkRefused,
  type OpenedLink,
} from '#app/routes/admin/authenticator/sign-in-refused.server.ts';

/** A link or code from a mail (ledger RP-3, RP-6). Throws LinkRefused. */
export async function checkLink({ form, request, context }: Attempt): Promise<OpenedLink> {
  const browserId = browserOfForm(request, form, context);
  if (!browserId) throw new LinkRefused({ kind: 'security' });
  const proof = proofOf(form);
  if (typeof proof === 'string') throw new LinkRefused({ kind: proof });
  const opened = await openLink(proof, {
    browserId,
    requester: context.get(requestContext),
    deviceOf: (email) => readDeviceCookie(request, email),
  });
  if (opened.kind !== 'opened') throw new LinkRefused(opened);
  return opened;
}
