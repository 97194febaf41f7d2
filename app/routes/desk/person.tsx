import { href, redirect } from 'react-router';
import { PostForm } from '#app/components/field.tsx';
import { interpolate } from '#app/components/messages.ts';
import { getAdminPageHeads, personMessages } from '#app/content/messages/desk-pages.server.ts';
import type { DeskErrorKey } from '#app/content/messages/desk.server.ts';
import { countPersonRows, erasePerson } from '#app/domain/privacy.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import {
  DeskForm,
  DeskPage,
  getDeskMeta,
  PageToasts,
  SubmitButton,
} from '#app/routes/desk/frame.tsx';
import { runServerAction } from '#app/routes/request-failure.ts';
import type { Route } from './+types/person.ts';

export const meta: Route.MetaFunction = getDeskMeta;

const PAGE = href('/admin/dashboard/person');

const isErasure = ({ pathname }: URL) => pathname.endsWith('/erasure');

/** The e-mail is posted, so that no log or history contains it; the page has no query. */
export function loader({ context, url }: Route.LoaderArgs) {
  if (isErasure(url)) throw redirect(PAGE, 303);
  const { language } = requireAdmin(context);
  const messages = personMessages[language];
  const head = { ...getAdminPageHeads(language).person, title: messages.title };
  return { head, messages };
}

export function action(args: Route.ActionArgs) {
  return isErasure(args.url) ? erase(args) : lookUp(args);
}

async function lookUp({ request, context }: Route.ActionArgs) {
  requireAdmin(context);
  const email = String((await request.formData()).get('email') ?? '').trim();
  return { email, ...(await countPersonRows(email)) };
}

async function erase({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const form = await request.formData();
  if (form.get('sure') !== 'yes') return redirect(PAGE, 303);
  const email = String(form.get('email') ?? '');
  const erased = await erasePerson(email, context.get(requestContext), admin.id);
  return redirectWithFlash(PAGE, erased ? 'person-erased' : 'nobody-erased');
}

/** Keeps the typed email in the form when the request fails. */
export async function clientAction({ request, url, serverAction }: Route.ClientActionArgs) {
  const email = String((await request.clone().formData()).get('email') ?? '');
  const errorKey: DeskErrorKey = isErasure(url) ? 'erase' : 'lookUp';
  return runServerAction(serverAction, (unanswered) => ({ email, unanswered, errorKey }));
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { messages } = loaderData;
  const person = actionData && 'enquiries' in actionData ? actionData : null;
  return (
    <DeskPage title={messages.title} intro={messages.intro}>
      <PageToasts actionData={actionData} />
      <PostForm
        className="grid max-w-128 justify-items-start gap-3 pt-5 print:hidden"
        action={href('/admin/dashboard/person')}
      >
        <label className="grid w-full gap-1 text-ink-3">
          {messages.email}
          <input
            className="input min-h-11 text-[1rem] text-ink"
            name="email"
            defaultValue={actionData?.email}
            required
          />
        </label>
        <SubmitButton>{messages.lookUp}</SubmitButton>
      </PostForm>
      {person && <FoundPerson {...person} messages={messages} />}
    </DeskPage>
  );
}

interface FoundPersonProps {
  email: string;
  enquiries: number;
  spam: number;
  messages: Route.ComponentProps['loaderData']['messages'];
}

function FoundPerson({ email, enquiries, spam, messages }: FoundPersonProps) {
  const isUnknown = enquiries + spam === 0;
  return (
    <section
      className="mt-8 grid max-w-128 justify-items-start gap-4 border-t border-line pt-6 wrap-anywhere"
      aria-live="polite"
    >
      <h2>{email}</h2>
      <p>
        {isUnknown
          ? interpolate(messages.noData, { email })
          : interpolate(messages.dataCounts, { enquiries, spam })}
      </p>
      {!isUnknown && (
        <>
          {/* A plain form, because the router cannot download a file. */}
          <form method="post" action={href('/admin/dashboard/person/file')}>
            <input type="hidden" name="email" value={email} />
            <SubmitButton>{messages.download}</SubmitButton>
          </form>
          <DeskForm
            className="grid justify-items-start gap-3 pt-5 print:hidden"
            action={href('/admin/dashboard/person/erasure')}
          >
            <input type="hidden" name="email" value={email} />
            <label className="flex min-h-11 items-center gap-3">
              <input className="tick-box" type="checkbox" name="sure" value="yes" required />
              {messages.confirmation}
            </label>
            <SubmitButton variant="ink">{messages.erase}</SubmitButton>
          </DeskForm>
        </>
      )}
    </section>
  );
}
