import { data, type ShouldRevalidateFunctionArgs as RevalidateArgs } from 'react-router';
import type { Route } from './+types/dashboard.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { deskWords } from '#app/content/desk/desk-words.server.ts';
import type { Language } from '#app/content/language.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { readDeskAddress } from '#app/domain/desk/desk-view.ts';
import { type DeskState, readDesk } from '#app/domain/desk/desk.server.ts';
import { readUnsaved } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { readSessionCookie } from '#app/http/cookies/sign-in-cookies.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { DeskPage } from './desk-page.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const words = deskWords(language);
  const { view, leftOut } = readDeskAddress(url.searchParams);
  try {
    const state = await readDesk(view, admin);
    const offer = await readUnsaved(admin, readSessionCookie(request));
    const missing = view.enquiry !== '' && state.open === null;
    const head = headOf(state, language);
    return data(
      { head, words, view, leftOut, state, offer, fault: null },
      { status: missing ? 404 : 200 },
    );
  } catch (error) {
    const { status, text } = faultOf('desk-not-read', error, language);
    return data(
      { head: headOf(null, language), words, view, leftOut, state: null, offer: null, fault: text },
      { status },
    );
  }
}

function headOf(state: DeskState | null, language: Language) {
  const words = deskWords(language);
  const fresh = state?.counts.new ?? 0;
  const name = state?.open ? phrase(words.enquiry.title, { id: state.open.id }) : words.title;
  return { ...adminPages[language].desk, title: `${fresh > 0 ? `(${fresh}) ` : ''}${name}` };
}

/** After a refused change the list is read again too: somebody else has changed it (D-4). */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: RevalidateArgs) {
  return defaultShouldRevalidate || actionStatus === 404 || actionStatus === 409;
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return <DeskPage {...loaderData} />;
}
