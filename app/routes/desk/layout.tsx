import { dropDraft, readSession } from '#app/domain/accounts/sessions.server.ts';
import { SkipLink } from '#app/components/page.tsx';
import { toLogin } from '#app/routes/desk/answers.server.ts';
import { ButtonLink } from '#app/components/button.tsx';
import { flashToast } from '#app/content/words/flash-messages.server.ts';
import {
  DeskError,
  deskFrameIn,
  deskMeta,
  DeskTitle,
  Fault,
  Submit,
  useDeskFrame,
} from '#app/routes/desk/frame.tsx';
import '#app/styles/desk.css';
import { readSessionCookie } from '#app/http/sign-in-cookies.server.ts';
import { takeFlashMessage, withCookies } from '#app/http/cookies.server.ts';
import { type ReactNode, useEffect } from 'react';
import { data, href, Link, Outlet, useLocation, useMatches, useNavigation } from 'react-router';
import type { Route } from './+types/layout.ts';
import { type DeskState, readFrame } from '#app/domain/desk/desk.server.ts';
import type { DeskView } from '#app/domain/desk/desk-view.ts';
import { adminContext, requireAdmin, setStaffLanguage } from '#app/http/request-context.server.ts';
import { useUnloadedPage } from '#app/components/use-unloaded-page.ts';
import { Wordmark } from '#app/components/drawing.tsx';
import { failureOf } from '#app/routes/request-failure.ts';
import { useDeskToasts } from '#app/routes/desk/toasts.tsx';
import { forgetDrafts } from '#app/routes/desk/drafts.tsx';
import { counted } from '#app/components/words.ts';

/** The guard of everything under /admin/dashboard, whatever is asked for and how (ledger D-1). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context, url }, next) => {
    const token = await readSessionCookie(request);
    const admin = await readSession(token);
    if (!token || !admin) throw await toLogin(request, url);
    const isOver = admin.draft && request.method === 'POST';
    if (isOver) await dropDraft(token);
    context.set(adminContext, isOver ? { ...admin, draft: null } : admin);
    setStaffLanguage(context, admin.language);
    return next();
  },
];

export function meta({ matches, location, error }: Route.MetaArgs) {
  const words = deskFrameIn(matches);
  if (!error || !words) return [];
  const { title, broken: description } = words.failures;
  const head = { title, description, path: location.pathname };
  return deskMeta({ matches, loaderData: { head } });
}

/** Also takes the flash message: pages below send `flashCookie(…)` with a redirect. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { id, email, language } = admin;
  const { notice, about, cookies } = await takeFlashMessage(request);
  const { undo, ...frame } = await readFrame(admin, about);
  const flash = notice && { toast: flashToast(notice, language), undo };
  const page = { admin: id, email, ...frame, flash };
  return data(page, { headers: await withCookies(cookies) });
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { admin, email, mail, flash } = loaderData;
  const { failures } = useDeskFrame();
  const covered = useMatches().some(({ loaderData: data }) => isOpenEnquiry(data));
  const context = useDeskToasts(flash);
  const unloaded = useUnloadedPage();
  useEffect(() => forgetDrafts(), []);
  return (
    <DeskFrame
      account={email}
      covered={covered && unloaded === null}
      onLogout={() => forgetDrafts(admin)}
    >
      {!covered && context.toasts}
      <UnsentMail waiting={mail.waiting} failed={mail.failed} />
      {unloaded === null ? (
        <Outlet context={context} />
      ) : (
        <DeskError title={failures.title} text={failures[failureOf(null)]} to={unloaded} />
      )}
    </DeskFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { account, title, faults, failures } = useDeskFrame();
  const list = useLocation().pathname === href('/admin/dashboard');
  return (
    <DeskFrame account={account}>
      <DeskTitle title={list ? title : failures.title} />
      <DeskError title={list ? faults.fetch : undefined} text={failures[failureOf(error)]} />
    </DeskFrame>
  );
}

function isOpenEnquiry(page: unknown): boolean {
  const { view, state } = (page ?? {}) as { view?: DeskView; state?: DeskState | null };
  return Boolean(view?.enquiry && state);
}

interface DeskFrameProps {
  account: string;
  covered?: boolean;
  onLogout?: () => void;
  children: ReactNode;
}

function DeskFrame({ account: own, covered = false, onLogout, children }: DeskFrameProps) {
  const { mark, logout } = useDeskFrame();
  const loading = useNavigation().state === 'loading';
  return (
    <div className="text-[1rem] [--spacing-margin:clamp(1rem,2.4vw,2.5rem)] print:[--spacing-margin:0mm] large-letters:[--spacing-margin:0.5rem] [&_:is(h1,h2)]:font-[380]">
      <SkipLink />
      <header
        className="sticky top-0 z-header flex min-h-15 items-center gap-x-6 gap-y-1 border-b border-line bg-paper px-margin print:static print:mb-[8mm] print:min-h-0 print:border-0 large-letters:static large-letters:flex-wrap large-letters:py-1.5"
        inert={covered}
      >
        <a className="tap flex-none" href="/">
          <Wordmark className="h-5 w-auto print:h-[5mm]" label={mark} />
        </a>
        <Link
          className="ms-auto min-w-target truncate leading-11 text-ink-2 print:hidden"
          to={href('/admin/dashboard/account')}
        >
          {own}
        </Link>
        {/* A whole new page: nothing that was shown stays in memory. */}
        <form method="post" action={href('/admin/logout')} onSubmit={onLogout}>
          <Submit>{logout}</Submit>
        </form>
      </header>
      <main id="main" aria-busy={loading || undefined}>
        {children}
      </main>
    </div>
  );
}

const PAGE = href('/admin/dashboard/mail');

function UnsentMail({ waiting, failed }: { waiting: number; failed: number }) {
  const { mail: words } = useDeskFrame();
  const isShown = useLocation().pathname === PAGE;
  return (
    <>
      {waiting > 0 && <Fault title={words.stuck} text={counted(words.waiting, waiting)} />}
      {failed > 0 && !isShown && (
        <Fault title={words.failed} text={counted(words.givenUp, failed)}>
          <ButtonLink variant="plain" to={PAGE}>
            {words.which}
          </ButtonLink>
        </Fault>
      )}
    </>
  );
}
