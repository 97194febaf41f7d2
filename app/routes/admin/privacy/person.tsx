import { Form } from 'react-router';
import type { Route } from './+types/person.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { readParameters } from '#app/domain/address-parameters.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { exportPerson } from '#app/domain/privacy/privacy.server.ts';
import { requestFailures } from '#app/content/texts/request-failures.ts';
import { answerOr, typedIn } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';
import { DeskPlace } from '#app/routes/admin/frame/desk-place.tsx';
import { LeftOutNote } from '#app/routes/admin/frame/left-out-note.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

/** The page takes nothing from its address: whom it is about comes as a post. */
export function loader({ context, url }: Route.LoaderArgs) {
  requireAdmin(context);
  const head = { ...adminPages.en.person, title: 'Privacy requests' };
  return { head, ...readParameters(url.searchParams, {}) };
}

/** Looks a person up. A post, so that the address stands in no URL. */
export async function action({ request, context }: Route.ActionArgs) {
  requireAdmin(context);
  const email = String((await request.formData()).get('email') ?? '').trim();
  const { enquiries, quarantined } = await exportPerson(email);
  return { email, enquiries: enquiries.length, quarantined: quarantined.length };
}

/** The address stays in its field. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const email = await typedIn(request, 'email');
  return answerOr(serverAction, (reason) => {
    return { email, title: 'Error looking up', message: requestFailures[reason] };
  });
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const failed = actionData && 'message' in actionData ? actionData : null;
  const found = actionData && 'enquiries' in actionData ? actionData : null;
  return (
    <DeskPlace
      title="Privacy requests"
      intro="Hand a person what is kept about them, or erase it. Find them by the address they wrote from."
    >
      <Toasts messages={useToast('error', failed)} />
      <LeftOutNote leftOut={loaderData.leftOut} clear="/admin/dashboard/person" />
      <Form className="noteform" method="post" action="/admin/dashboard/person">
        <label>
          Email
          <input
            className="input"
            type="email"
            name="email"
            maxLength={AUTH.emailMax}
            defaultValue={actionData?.email}
            required
          />
        </label>
        <button className="plainbtn" type="submit">
          Look up
        </button>
      </Form>
      {found && <Found {...found} />}
    </DeskPlace>
  );
}

function Found(props: { email: string; enquiries: number; quarantined: number }) {
  const { email, enquiries, quarantined } = props;
  const nothing = enquiries + quarantined === 0;
  return (
    <section className="person" aria-live="polite">
      <h2>{email}</h2>
      <p>
        {nothing
          ? `Nothing is kept about ${email}.`
          : `${enquiries} enquiries, ${quarantined} messages set aside as spam.`}
      </p>
      {!nothing && (
        <>
          {/* Not a client navigation: the answer is a file. */}
          <form method="post" action="/admin/dashboard/person/file">
            <input type="hidden" name="email" value={email} />
            <button className="plainbtn" type="submit">
              Download as JSON
            </button>
          </form>
          <DeskForm className="noteform" action="/admin/dashboard/person/erasure">
            <input type="hidden" name="email" value={email} />
            <label className="person__sure">
              <input type="checkbox" name="sure" value="yes" required /> Erase all of it, for good
            </label>
            <button className="plainbtn plainbtn--ink" type="submit">
              Erase
            </button>
          </DeskForm>
        </>
      )}
    </section>
  );
}
