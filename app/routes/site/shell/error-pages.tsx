import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useNavigationType, type To } from 'react-router';
import { PageButtonLink } from '#app/components/button.tsx';
import {
  getFailureReason,
  mustReloadDocument,
  type FailureReason,
} from '#app/components/failure-reason.ts';
import { MessagePage, PageLink } from '#app/components/page.tsx';
import { isServerReachable } from '#app/components/use-failed-navigation.ts';
import { toPlainPath } from '#app/content/language.ts';
import type { PageTexts } from '#app/content/texts/site.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import { useSiteFrame } from '../page.ts';

export function NotFound({ texts }: { texts: PageTexts['notFound'] }) {
  const { title, code, heading, text, button } = texts;
  return (
    <section className="sheet min-h-[88svh] content-center gap-y-stack pt-[calc(var(--spacing-header)+4vw)] pb-section print:min-h-0">
      <ErrorHead title={title} text={text} />
      <h1>
        <span
          className="relative ms-[-0.033em] block w-fit text-[min(34vw,34rem)]/[0.8] font-250 tracking-[-0.05em]"
          aria-hidden="true"
        >
          {/* Cut along a slash: each piece shows a part of the number, and the right one is moved. */}
          <span className="block [clip-path:polygon(-10%_-10%,61%_-10%,26%_110%,-10%_110%)]">
            {code}
          </span>
          <span className="absolute inset-0 block [translate:0.035em_0.03em] [clip-path:polygon(62%_-10%,110%_-10%,110%_110%,27%_110%)]">
            {code}
          </span>
        </span>
        <span className="sr-only">{code}</span>
      </h1>
      <div className="grid justify-items-start gap-5 md:col-main">
        <p className="text-title font-heading text-balance flare">{heading}</p>
        <p className="text-large">{text}</p>
        <PageButtonLink to="/">{button}</PageButtonLink>
      </div>
    </section>
  );
}

export function ServerErrorPage({ error }: { error: unknown }) {
  const reason = getFailureReason(error);
  const { title, text } = useErrorTexts(reason);
  useDocumentAfterRetry(reason);
  return (
    <>
      <ErrorHead title={title} text={text} />
      <ServerErrorMessage
        alert="text"
        reason={reason}
        retryPath={useLocation()}
        reloadDocument={mustReloadDocument(error)}
      />
    </>
  );
}

const retryState = { isRetry: true };

/**
 * After Try again loads the document if the server responds: content blockers of phones block the requests of the router.
 * Not before, because the document loses the typed texts (CF-15).
 */
function useDocumentAfterRetry(reason: FailureReason): void {
  const { key, state } = useLocation();
  // Back leads to the entry of an earlier retry: nobody has pressed the link now.
  const isBack = useNavigationType() === 'POP';
  const isRetry = !isBack && (state as Partial<typeof retryState> | null)?.isRetry === true;
  useEffect(() => {
    if (!isRetry || reason !== 'unreachable') return;
    // No reload: useFailedNavigation would take it for one of the router.
    const loadDocument = () => location.replace(location.pathname + location.search);
    void isServerReachable().then((isReachable) => isReachable && loadDocument());
  }, [key, isRetry, reason]);
}

function useErrorTexts(reason: FailureReason): ErrorTexts {
  const { outOfOrder } = useSiteFrame();
  return reason === 'unreachable' ? outOfOrder.unreachable : outOfOrder;
}

interface ServerErrorMessageProps {
  /** 'all' above a page that stays, where the focus stays too. */
  alert: 'all' | 'text';
  reason: FailureReason;
  retryPath: To;
  /** Whether 'Try again' loads a document; the home link does so only if the server responds. */
  reloadDocument: boolean;
}

export function ServerErrorMessage(props: ServerErrorMessageProps) {
  const { alert, reason, retryPath, reloadDocument } = props;
  const { outOfOrder } = useSiteFrame();
  const { title, text } = useErrorTexts(reason);
  // Without a connection a document would lose the typed texts (CF-15), so the home page opens within this one.
  const homeReloadsDocument = reloadDocument && reason !== 'unreachable';

  return (
    <MessagePage title={title} text={text} alert={alert} fence>
      <PageButtonLink to={retryPath} state={retryState} reloadDocument={reloadDocument} replace>
        {outOfOrder.retryLabel}
      </PageButtonLink>
      <PageLink className="quiet" to="/" reloadDocument={homeReloadsDocument}>
        {outOfOrder.home}
      </PageLink>
    </MessagePage>
  );
}

interface ErrorTexts {
  title: string;
  text: string;
}

/** Returns the texts that a loader has thrown with a 404; null for any other error. */
export function findNotFoundTexts<Texts extends ErrorTexts>(error: unknown): Texts | null {
  if (!isRouteErrorResponse(error) || error.status !== 404) return null;
  const data: unknown = error.data;
  const hasTexts = typeof data === 'object' && data !== null && 'title' in data && 'text' in data;
  return hasTexts ? (data as Texts) : null;
}

/** The head of a page that is missing or failed, which search engines may not list. */
export function ErrorHead({ title, text }: ErrorTexts) {
  const path = toPlainPath(useLocation().pathname);
  return <PageHead title={title} description={text} path={path} noindex="without-canonical" />;
}
