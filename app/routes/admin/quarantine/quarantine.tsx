import { data, href, redirect } from 'react-router';
import type { Route } from './+types/quarantine.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { quarantineWords } from '#app/content/desk/quarantine.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { readQuarantine } from '#app/domain/enquiries/quarantine-list.server.ts';
import { releaseFromQuarantine } from '#app/domain/enquiries/quarantine.server.ts';
import { quarantineAddress, readQuarantineAddress } from '#app/domain/enquiries/quarantine-view.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { counted, phrase } from '#app/ui/language/phrase.ts';
import { useRefusal } from '#app/routes/admin/frame/use-refusal.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { DeskPlace } from '#app/routes/admin/frame/desk-place.tsx';
import { LeftOutNote } from '#app/routes/admin/frame/left-out-note.tsx';
import { QuarantinePager } from './quarantine-pager.tsx';
import { QuarantineSearch } from './quarantine-search.tsx';
import { Suspect } from './suspect.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const words = quarantineWords[language];
  const { view, leftOut } = readQuarantineAddress(url.searchParams);
  const head = { ...adminPages[language].quarantine, title: words.title };
  return { head, words, view, leftOut, ...(await readQuarantine(view, language)) };
}

/** 'Not spam': makes it an enquiry and sends its notice. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const form = await request.formData();
  const key = { id: Number(form.get('id')), created_at: String(form.get('created_at') ?? '') };
  const released = await releaseFromQuarantine(key, context.get(requestContext), admin);
  if (released.kind !== 'released') {
    const { refusals } = quarantineWords[admin.language];
    return data({ refused: refusals[released.kind] }, { status: 409 });
  }
  return redirect(`${href('/admin/dashboard')}?enquiry=${released.enquiryId}`, {
    status: 303,
    headers: await withCookies([flashCookie('not-spam')]),
  });
}

/** The list stays as it is and says why. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOr(serverAction, (unanswered) => ({ unanswered }));
}

export default function Quarantine({ loaderData, actionData }: Route.ComponentProps) {
  const { words, view, leftOut, items, total, notKept } = loaderData;
  const refused = useRefusal('notReleased', actionData);
  return (
    <DeskPlace title={words.title} intro={phrase(words.intro, { days: DESK.quarantineDays })}>
      <Toasts messages={useToast('error', refused)} />
      <LeftOutNote leftOut={leftOut} clear={quarantineAddress(view)} />
      {notKept > 0 && <p className="pb-4">{counted(words.notKept, notKept)}</p>}
      {total > 0 && <QuarantineSearch view={view} words={words} />}
      {items.length === 0 && <p role="status">{view.search ? words.nothingFound : words.empty}</p>}
      <ul className="ps-0">
        {items.map((item) => (
          <Suspect key={`${item.id} ${item.createdAt}`} item={item} words={words} />
        ))}
      </ul>
      <QuarantinePager view={view} state={loaderData} words={words} />
    </DeskPlace>
  );
}
