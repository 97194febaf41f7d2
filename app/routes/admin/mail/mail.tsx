import { Form, Link, data, redirect } from 'react-router';
import type { Route } from './+types/mail.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { readFailedMail, sendMailAgain } from '#app/domain/mail/failed-mail.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';
import { DeskPlace } from '#app/routes/admin/frame/desk-place.tsx';

const GONE = 'It is no longer here: it is on its way again, or it was discarded.';

export function meta() {
  return [{ title: 'Mail that could not be sent | DRYS' }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context);
  return { mails: await readFailedMail() };
}

/** 'Send again': the same mail, due at once. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const id = Number((await request.formData()).get('id'));
  try {
    const result = await sendMailAgain(id, context.get(requestContext), admin);
    if (result === 'gone') return data({ refused: refusal(GONE) }, { status: 409 });
  } catch (error) {
    const { status, text } = faultOf('mail-not-queued', error);
    return data({ refused: refusal(text) }, { status });
  }
  return redirect('/admin/dashboard/mail', {
    status: 303,
    headers: withCookies([flashCookie('mail-again')]),
  });
}

/** The list stays as it is and says why. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOr(serverAction, (text) => ({ refused: refusal(text) }));
}

function refusal(message: string) {
  return { title: 'Not sent again', message };
}

export default function Mail({ loaderData, actionData }: Route.ComponentProps) {
  const { mails } = loaderData;
  return (
    <DeskPlace
      title="Mail that could not be sent"
      intro="The mail server refused these, or did not take them for days. What they say is kept until you send them again or discard them, for at most 30 days."
    >
      <Toasts messages={useToast('error', actionData?.refused)} />
      {mails.length === 0 && <p>All mail has gone out, or is on its way.</p>}
      <ul className="suspects">
        {mails.map((mail) => (
          <FailedMail key={mail.id} mail={mail} />
        ))}
      </ul>
    </DeskPlace>
  );
}

function FailedMail({ mail }: { mail: Route.ComponentProps['loaderData']['mails'][number] }) {
  return (
    <li>
      <div>
        <h2 dir="auto">{mail.subject ?? 'A mail that can no longer be read'}</h2>
        <p className="note__by">
          {mail.to.join(', ') || '-'} <span className="slash">/</span> {mail.time}{' '}
          <span className="slash">/</span> {mail.reason}
        </p>
        {mail.isDated && <p className="note__by">Its link is no longer good.</p>}
      </div>
      <div className="suspects__acts">
        {mail.enquiryId !== null && (
          <Link className="plainbtn" to={`/admin/dashboard?enquiry=${mail.enquiryId}`}>
            View enquiry
          </Link>
        )}
        {mail.subject !== null && !mail.isDated && (
          <Form method="post">
            <input type="hidden" name="id" value={mail.id} />
            <button className="plainbtn" type="submit">
              Send again
            </button>
          </Form>
        )}
        <DeskForm action="/admin/dashboard/mail/discarded">
          <input type="hidden" name="id" value={mail.id} />
          <button className="plainbtn" type="submit">
            Discard
          </button>
        </DeskForm>
      </div>
    </li>
  );
}
