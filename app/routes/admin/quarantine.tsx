import { Form, data, redirect } from 'react-router';
import type { Route } from './+types/quarantine';
import { adminPages } from '#app/content/admin-pages.ts';
import { requireAdmin } from '#app/domain/admin-context.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { readQuarantine, releaseFromQuarantine } from '#app/domain/quarantine.server.ts';
import { withCookies } from '#app/http/cookies.server.ts';
import { noticeCookie } from '#app/http/notice.server.ts';
import { visitContext } from '#app/http/visit.server.ts';
import { Toasts } from '../../ui/toast.tsx';
import { deskMeta } from './desk-meta.ts';
import { DeskPlace } from './desk/desk-place.tsx';

const REASONS: Record<string, string> = {
  honeypot: 'A field that people do not see was filled in.',
};
const REFUSALS = {
  gone: 'It is no longer here: it has been released or deleted.',
  incomplete: 'It cannot become an enquiry: the form would not have taken it.',
};

export function meta({ matches }: Route.MetaArgs) {
  return deskMeta(matches, { ...adminPages.quarantine, title: 'Set aside as spam' });
}

export async function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context);
  return { items: await readQuarantine() };
}

/** 'Not spam': makes it an enquiry and sends its notice. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const id = Number((await request.formData()).get('id'));
  const released = await releaseFromQuarantine(id, context.get(visitContext), admin);
  if (released.kind !== 'released') return data({ text: REFUSALS[released.kind] }, { status: 409 });
  return redirect(`/admin/dashboard?enquiry=${released.enquiryId}`, {
    status: 303,
    headers: withCookies([noticeCookie('not-spam')]),
  });
}

export default function Quarantine({ loaderData, actionData }: Route.ComponentProps) {
  const { items } = loaderData;
  return (
    <DeskPlace
      title="Set aside as spam"
      intro={`Kept for ${DESK.quarantineDays} days, outside the submissions. A password manager may have filled the hidden field for a real person.`}
    >
      {items.length === 0 && <p>Nothing has been set aside.</p>}
      <ul className="suspects">
        {items.map((item) => (
          <Suspect key={item.id} item={item} />
        ))}
      </ul>
      {actionData && (
        <Toasts messages={[{ tone: 'error', title: 'Not released', text: actionData.text }]} />
      )}
    </DeskPlace>
  );
}

function Suspect({ item }: { item: Route.ComponentProps['loaderData']['items'][number] }) {
  return (
    <li>
      <div>
        <h2 dir="auto">{item.name || '-'}</h2>
        <p className="note__by">
          {item.email} <span className="slash">/</span> {item.phone || '-'}{' '}
          <span className="slash">/</span> {item.company || '-'} <span className="slash">/</span>{' '}
          {item.project || '-'}
        </p>
        <p className="note__by">
          {item.time} <span className="slash">/</span> {REASONS[item.reason] ?? item.reason}
        </p>
        <p className="suspects__text" dir="auto">
          {item.message || '-'}
        </p>
      </div>
      <Form method="post">
        <input type="hidden" name="id" value={item.id} />
        <button className="plainbtn" type="submit">
          Not spam
        </button>
      </Form>
    </li>
  );
}
