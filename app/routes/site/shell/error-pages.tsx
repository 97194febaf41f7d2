import { isRouteErrorResponse, useLocation, type MetaDescriptor, type To } from 'react-router';
import { PageButtonLink } from '#app/components/button.tsx';
import { MessagePage } from '#app/components/page.tsx';
import { toPlainPath } from '#app/content/language.ts';
import type { PageTexts } from '#app/content/texts/site.server.ts';
import { getFailureReason, type FailureReason } from '#app/routes/request-failure.ts';
import { buildPageMeta, findSiteFrame, useSiteFrame } from '../page.ts';

/** The page for a path that leads nowhere, with a large 404 and a link to the home page. */
export function NotFound({ texts }: { texts: PageTexts['notFound'] }) {
  const { code, heading, text, button } = texts;
  return (
    <section className="sheet min-h-[88svh] content-center gap-y-stack pt-[calc(var(--spacing-header)+4vw)] pb-section print:min-h-0">
      <h1>
        <span
          className="relative ms-[-0.033em] block w-fit text-[min(34vw,34rem)]/[0.8] font-250 tracking-[-0.05em]"
          aria-hidden="true"
        >
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

/**
 * Its link loads a document: the code of an open page may be older than the data that it now gets. But a page that
 * could not be fetched is fetched again within the document, because its memory has the typed texts (CF-15).
 */
export function ServerErrorPage({ error }: { error: unknown }) {
  const reason = getFailureReason(error);
  // The site itself sends 500. A document would show the page of a proxy in place of this one.
  const isProxyError = isRouteErrorResponse(error) && error.status > 500;
  return (
    <ServerErrorMessage
      reason={reason}
      retryPath={useLocation()}
      reloadDocument={reason === 'broken' && !isProxyError}
    />
  );
}

interface ServerErrorMessageProps {
  reason: FailureReason;
  retryPath: To;
  reloadDocument: boolean;
}

/** Says that the page is out of order, with links to try again and to the home page. */
export function ServerErrorMessage({ reason, retryPath, reloadDocument }: ServerErrorMessageProps) {
  const { outOfOrder, prefix } = useSiteFrame();
  const { title, text } = reason === 'unreachable' ? outOfOrder.unreachable : outOfOrder;
  return (
    <MessagePage title={title} text={text} alert fence>
      <PageButtonLink to={retryPath} reloadDocument={reloadDocument} replace>
        {outOfOrder.retryLabel}
      </PageButtonLink>
      <a className="quiet" href={prefix || '/'}>
        {outOfOrder.home}
      </a>
    </MessagePage>
  );
}

interface MissingPage {
  title: string;
  text: string;
}

/** Returns the texts that a loader has thrown with a 404; null for any other error. */
export function findNotFoundTexts<Texts extends MissingPage>(error: unknown): Texts | null {
  if (!isRouteErrorResponse(error) || error.status !== 404) return null;
  const data: unknown = error.data;
  const hasTexts = typeof data === 'object' && data !== null && 'title' in data && 'text' in data;
  return hasTexts ? (data as Texts) : null;
}

interface ErrorMetaArgs {
  matches: Parameters<typeof buildPageMeta>[0];
  location: { pathname: string };
  error?: unknown;
}

interface MetaArgs extends ErrorMetaArgs {
  loaderData: { head: Parameters<typeof buildPageMeta>[1] } | undefined;
}

/** Returns the meta tags of a public page from its loader's `head`, or of the error that the loader threw. */
export function getPageMeta(args: MetaArgs): MetaDescriptor[] {
  const { matches, loaderData } = args;
  return loaderData ? buildPageMeta(matches, loaderData.head) : getErrorMeta(args);
}

/**
 * Returns the meta tags of the not-found or server-error page, which no search engine may list; none for an error of the
 * layout's loader, which has the texts.
 */
export function getErrorMeta({ matches, location, error }: ErrorMetaArgs): MetaDescriptor[] {
  const outOfOrder = findSiteFrame(matches)?.outOfOrder;
  const isUnreachable = getFailureReason(error) === 'unreachable';
  const errorTexts = isUnreachable ? outOfOrder?.unreachable : outOfOrder;
  const texts = findNotFoundTexts(error) ?? errorTexts;
  if (!texts) return [];

  const { title, text: description } = texts;
  const path = toPlainPath(location.pathname);
  return buildPageMeta(matches, { title, description, path, noindex: 'without-canonical' });
}
