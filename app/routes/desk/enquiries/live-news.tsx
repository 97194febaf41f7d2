import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import { href, Link, useOutletContext, useRevalidator } from 'react-router';
import { pluralize } from '#app/components/texts.ts';
import { getDeskPath, keepOnlyFilters, NO_FILTERS } from '#app/domain/desk/desk-view.ts';
import type { News } from '#app/domain/desk/desk.server.ts';
import type { DeskState } from '#app/routes/desk/enquiries/presenter.server.ts';
import {
  useDeskState,
  useDeskTexts,
  useDeskView,
  type DeskContext,
} from '#app/routes/desk/frame.tsx';

const ASK_INTERVAL_MS = 5000;

/** Until the first answer, only the page itself knows how many enquiries are new. */
export type ListNews = Pick<News, 'arrived' | 'answeredIds'> & Partial<Pick<News, 'fresh'>>;

const NO_NEWS: ListNews = { arrived: 0, answeredIds: [] };

/**
 * Returns what has arrived since the page was loaded, for which it asks while the page is visible; each time, the
 * navigation gets the number of waiting enquiries. Never reloads the list, so that typed text stays, but leads to the
 * login after the end of the session.
 */
export function useLiveNews(): ListNews {
  const state = useDeskState();
  const { showWaiting } = useOutletContext<DeskContext>();
  const query = state && `since=${state.lastId}&messages=${state.lastMessageId}`;
  // With the list: after the page was loaded again, what had arrived before is in the new one.
  const [received, setReceived] = useState({ state, news: NO_NEWS });
  const { revalidate } = useRevalidator();
  const receive = useEffectEvent(({ waiting, ...news }: News) => {
    setReceived({ state, news });
    showWaiting(waiting);
  });

  useEffect(() => {
    if (query === null) return undefined;
    const abortController = new AbortController();
    const { signal } = abortController;
    let isAsking = false;

    const ask = async () => {
      const path = `${href('/admin/dashboard/events')}?${query}`;
      const response = await fetch(path, { redirect: 'manual', signal });
      // The session has ended: redirects to the login; drafts are stored in the browser (DK-6).
      if (response.type === 'opaqueredirect') await revalidate();
      else if (response.ok) receive((await response.json()) as News);
    };
    const askOrSkip = async () => {
      if (document.hidden || isAsking) return;
      isAsking = true;
      // A lost connection or a server that restarts: the next answer tells the same.
      await ask().catch(() => undefined);
      isAsking = false;
    };

    const timer = setInterval(askOrSkip, ASK_INTERVAL_MS);
    document.addEventListener('visibilitychange', askOrSkip, { signal });
    return () => {
      clearInterval(timer);
      abortController.abort();
    };
  }, [query, revalidate]);

  return received.state === state ? received.news : NO_NEWS;
}

/** Marks the enquiries that were answered by mail since they were loaded as unread, in the list and in the drawer. */
export function markUnread(state: DeskState, answeredIds: readonly number[]): DeskState {
  if (answeredIds.length === 0) return state;
  const toUnreadIfAnswered = <Enquiry extends { id: number }>(enquiry: Enquiry) =>
    answeredIds.includes(enquiry.id) ? { ...enquiry, isUnread: true } : enquiry;
  return {
    ...state,
    rows: state.rows.map(toUnreadIfAnswered),
    open: state.open && toUnreadIfAnswered(state.open),
  };
}

/** Announces the news. Its space is reserved, so that no layout shifts. */
export function LiveNews({ news: { arrived, answeredIds } }: { news: ListNews }) {
  const view = keepOnlyFilters(useDeskView());
  const { arrived: arrivedText, answers } = useDeskTexts();
  return (
    <p
      className="min-h-11 min-w-0 grow basis-48 content-center leading-list font-medium lg:text-end"
      role="status"
    >
      {arrived > 0 && <NewsLine text={pluralize(arrivedText, arrived)} to={getDeskPath(view)} />}
      {answeredIds.length > 0 && (
        <NewsLine
          text={pluralize(answers.arrivals, answeredIds.length)}
          to={getDeskPath(view, { ...NO_FILTERS, unread: '1' })}
        />
      )}
    </p>
  );
}

export function NewsLine({ text, ...link }: { text: string } & ComponentProps<typeof Link>) {
  return (
    <>
      {text}{' '}
      <Link className="py-3 underline-offset-near" {...link}>
        {useDeskTexts().show}
      </Link>{' '}
    </>
  );
}
