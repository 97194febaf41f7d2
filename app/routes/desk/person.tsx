import { href, redirect } from 'react-router';
import { PostForm, TextField } from '#app/components/field.tsx';
import { interpolate } from '#app/components/texts.ts';
import { formatEnquiryNumber } from '#app/content/company.server.ts';
import { personTexts } from '#app/content/texts/desk-pages.server.ts';
import { extractEmail } from '#app/domain/plain-text.ts';
import { countPersonRows, erasePerson, listOtherEnquiryIds } from '#app/domain/privacy.server.ts';
import { ACCOUNT_FORM_CLASS } from '#app/routes/desk/account/account-page.tsx';
import { createDeskActions, type PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { runDeskAction } from '#app/routes/desk/drafts.tsx';
import {
  DeskPage,
  HiddenFields,
  SubmitButton,
  TickBox,
  ToastForm,
} from '#app/routes/desk/frame.tsx';
import { removeInvisibleCharacters } from '#app/unicode.ts';
import type { Route } from './+types/person.ts';

const PAGE = href('/admin/dashboard/person');

/** The e-mail is posted, so that no log or history contains it; the page has no query. */
export function loader({ context }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  return { texts: personTexts[language] };
}

export const action = createDeskActions({ lookUp: lookUpPerson, erase: eraseLookedUpPerson });

async function lookUpPerson({ form }: PostedForm) {
  const email = extractEmail(removeInvisibleCharacters(String(form.get('email') ?? '')));
  const otherEnquiryIds = await listOtherEnquiryIds(email);
  const otherEnquiries = otherEnquiryIds.map(formatEnquiryNumber).join(', ');
  const person = { ...(await countPersonRows(email)), otherEnquiries };
  return { kind: 'person' as const, values: { email }, person };
}

async function eraseLookedUpPerson({ admin, author, form }: PostedForm) {
  if (form.get('sure') !== 'yes') return redirect(PAGE, 303);
  const email = String(form.get('email') ?? '');
  const erased = await erasePerson(email, author.requester, admin.id);
  return redirectWithFlash(PAGE, erased ? 'person-erased' : 'nobody-erased');
}

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { texts } = loaderData;
  const isTyped = actionData?.kind === 'person' || actionData?.kind === 'refused';
  const email = isTyped ? actionData.values['email'] : undefined;

  return (
    <DeskPage title={texts.title} intro={texts.intro}>
      <PostForm action={PAGE} className={`${ACCOUNT_FORM_CLASS} print:hidden`}>
        <HiddenFields values={{ intent: 'lookUp' }} />
        <TextField label={texts.email} name="email" defaultValue={email} required />
        <p>
          <SubmitButton>{texts.lookUp}</SubmitButton>
        </p>
      </PostForm>
      {/* It is there before its content: screen readers announce changes only in a live region they know. */}
      <div aria-live="polite">
        {actionData?.kind === 'person' && <FoundPerson {...actionData} texts={texts} />}
      </div>
    </DeskPage>
  );
}

type FoundPersonProps = Awaited<ReturnType<typeof lookUpPerson>> &
  Pick<Route.ComponentProps['loaderData'], 'texts'>;

function FoundPerson({ values: { email }, person, texts }: FoundPersonProps) {
  const { enquiries, spam, otherEnquiries } = person;
  const isUnknown = enquiries + spam === 0;
  return (
    <section className="mt-8 grid max-w-128 justify-items-start gap-4 border-t border-line pt-6 wrap-anywhere">
      <h2>{email}</h2>
      {isUnknown && otherEnquiries === '' && <p>{interpolate(texts.noData, { email })}</p>}
      {!isUnknown && <p>{interpolate(texts.dataCounts, { enquiries, spam })}</p>}
      {otherEnquiries !== '' && <p>{interpolate(texts.otherEnquiries, { otherEnquiries })}</p>}
      {!isUnknown && (
        <>
          {/* A plain form, because the router cannot download a file. */}
          <form method="post" action={href('/admin/dashboard/person/file')}>
            <input type="hidden" name="email" value={email} />
            <SubmitButton>{texts.download}</SubmitButton>
          </form>
          <ToastForm className="grid justify-items-start gap-3 pt-5 print:hidden">
            <HiddenFields values={{ intent: 'erase', email }} />
            <TickBox label={texts.confirmation} name="sure" value="yes" required />
            <SubmitButton variant="ink">{texts.erase}</SubmitButton>
          </ToastForm>
        </>
      )}
    </section>
  );
}
