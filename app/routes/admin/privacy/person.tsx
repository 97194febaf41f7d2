import { Form, href } from 'react-router';
import type { Route } from './+types/person.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { exportPerson } from '#app/domain/privacy/privacy.server.ts';
import { personWords } from '#app/content/desk/person.server.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { useRefusal } from '#app/routes/admin/frame/use-refusal.ts';
import { answerOr, typedIn } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';
import { DeskPlace } from '#app/routes/admin/frame/desk-place.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

/** The page takes nothing from its address: whom it is about comes as a post. */
export function loader({ context }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const words = personWords[language];
  const head = { ...adminPages[language].person, title: words.title };
  return { head, words };
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
  return answerOr(serverAction, (unanswered) => ({ email, unanswered }));
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { words } = loaderData;
  const unanswered = actionData && 'unanswered' in actionData ? actionData : undefined;
  const failed = useRefusal('lookUp', unanswered);
  const found = actionData && 'enquiries' in actionData ? actionData : null;
  return (
    <DeskPlace title={words.title} intro={words.intro}>
      <Toasts messages={useToast('error', failed)} />
      <Form
        className="grid max-w-128 justify-items-start gap-3 pt-5 print:hidden"
        method="post"
        action={href('/admin/dashboard/person')}
      >
        <label className="grid w-full gap-1 text-ink-3">
          {words.email}
          <input
            className="input min-h-11 text-[1rem] text-ink"
            type="email"
            name="email"
            maxLength={AUTH.emailMax}
            defaultValue={actionData?.email}
            required
          />
        </label>
        <button className="plain-button" type="submit">
          {words.lookUp}
        </button>
      </Form>
      {found && <Found {...found} words={words} />}
    </DeskPlace>
  );
}

interface FoundProps {
  email: string;
  enquiries: number;
  quarantined: number;
  words: Route.ComponentProps['loaderData']['words'];
}

function Found({ email, enquiries, quarantined, words }: FoundProps) {
  const nothing = enquiries + quarantined === 0;
  return (
    <section
      className="mt-8 grid max-w-128 justify-items-start gap-4 border-t border-line pt-6 wrap-anywhere"
      aria-live="polite"
    >
      <h2>{email}</h2>
      <p>
        {nothing
          ? phrase(words.nothing, { email })
          : phrase(words.found, { enquiries, quarantined })}
      </p>
      {!nothing && (
        <>
          {/* Not a client navigation: the answer is a file. */}
          <form method="post" action={href('/admin/dashboard/person/file')}>
            <input type="hidden" name="email" value={email} />
            <button className="plain-button" type="submit">
              {words.download}
            </button>
          </form>
          <DeskForm
            className="grid justify-items-start gap-3 pt-5 print:hidden"
            action={href('/admin/dashboard/person/erasure')}
          >
            <input type="hidden" name="email" value={email} />
            <label className="flex min-h-11 items-center gap-3">
              <input className="tick-box" type="checkbox" name="sure" value="yes" required />
              {words.sure}
            </label>
            <button className="plain-button plain-button-ink" type="submit">
              {words.erase}
            </button>
          </DeskForm>
        </>
      )}
    </section>
  );
}
