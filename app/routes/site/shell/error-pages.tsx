import { isRouteErrorResponse, useLocation } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { MessagePage } from '#app/components/page.tsx';
import { toPlainPath } from '#app/content/language.ts';
import type { PageMessages } from '#app/content/messages/site.server.ts';
import { buildPageMeta, findSiteMessages, useSiteMessages } from '../page.ts';

export function NotFound({ messages }: { messages: PageMessages['notFound'] }) {
  const { code, heading, text, button } = messages;
  return (
    <section className="sheet min-h-[88svh] content-center gap-y-stack pt-[calc(var(--spacing-header)+4vw)] pb-section print:min-h-0">
      <h1>
        <span
          className="relative ms-[-0.06em] block w-fit text-[min(34vw,34rem)]/[0.8] font-250 tracking-[-0.05em]"
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
        <ButtonLink to="/">{button}</ButtonLink>
      </div>
    </section>
  );
}

/** Shows no reason, which only the log has. `to`: a page that must be loaded as a document. */
export function OutOfOrder({ to }: { to?: string }) {
  const { outOfOrder, prefix } = useSiteMessages();
  const currentLocation = useLocation();
  return (
    <MessagePage title={outOfOrder.title} text={outOfOrder.text} alert fence>
      <ButtonLink to={to ?? currentLocation} reloadDocument={to !== undefined}>
        {outOfOrder.retryLabel}
      </ButtonLink>
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

export function findMissingPage<Messages extends MissingPage>(error: unknown): Messages | null {
  if (!isRouteErrorResponse(error) || error.status !== 404) return null;
  return hasErrorMessages(error.data) ? (error.data as Messages) : null;
}

function hasErrorMessages(data: unknown): data is MissingPage {
  return typeof data === 'object' && data !== null && 'title' in data && 'text' in data;
}

interface MetaArgs {
  matches: Parameters<typeof buildPageMeta>[0];
  location: { pathname: string };
  loaderData: { head: Parameters<typeof buildPageMeta>[1] } | undefined;
  error?: unknown;
}

export function getPageMeta({ matches, location, loaderData, error }: MetaArgs) {
  if (loaderData) return buildPageMeta(matches, loaderData.head);
  const messages = findMissingPage(error) ?? findSiteMessages(matches)?.outOfOrder;
  if (!messages) return [];
  const { title, text: description } = messages;
  const path = toPlainPath(location.pathname);
  return buildPageMeta(matches, { title, description, path, noindex: 'missing' });
}
