import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import { href, Link, useRevalidator } from 'react-router';
import { pluralize } from '#app/components/messages.ts';
import { getDeskPath, keepOnlyFilters, NO_FILTERS } from '#app/domain/desk/desk-view.ts';
import { useDeskMessages, useDeskView } from '#app/routes/desk/frame.tsx';
import type { DeskState } from '#app/routes/desk/presenter.server.ts';

/** Events since the page was loaded. */
export interface News {
  arrived: number;
  answeredIds: readonly number[];
}

const RECONNECT_MS = 8000;

const NO_NEWS: News = { arrived: 0, answeredIds: [] };

interface LiveCounts {
  /** How many enquiries are new, which the title of the page counts. Missing if that has not changed. */
  fresh?: number | undefined;
  /** How many enquiries wait, which the navigation counts. */
  waiting: number;
}

/**
 * Returns the news since the page was loaded. Each event also calls `onCounts`. Never reloads the list, so that
 * typed text stays.
 */
export function useLiveNews(
  state: Pick<DeskState, 'lastId' | 'lastMessageId'> | null,
  onCounts: (counts: LiveCounts) => void,
): News {
  const query = state && `since=${state.lastId}&messages=${state.lastMessageId}`;
  const [received, setReceived] = useState({ query, news: NO_NEWS });
  const { revalidate } = useRevalidator();
  const receive = useEffectEvent(({ data }: MessageEvent<string>) => {
    const { fresh, waiting, ...changes } = JSON.parse(data) as Partial<News> & LiveCounts;
    setReceived((last) => {
      const earlierNews = last.query === query ? last.news : NO_NEWS;
      return { query, news: { ...earlierNews, ...changes } };
    });
    onCounts({ fresh, waiting });
  });
  useEffect(() => {
    if (query === null) return undefined;
    let events: EventSource;
    let timer: ReturnType<typeof setTimeout>;
    const connect = () => {
      events = new EventSource(`${href('/admin/dashboard/events')}?${query}`);
      for (const name of ['arrived', 'answered'])
        events.addEventListener(name, (event) => receive(event));
      // The admin has many tabs open: only the latest get events.
      events.addEventListener('replaced', () => events.close());
      // Redirects to the login; drafts are stored in the browser (DK-6).
      events.addEventListener('signed-out', () => {
        events.close();
        void revalidate();
      });
      // A browser reconnects by itself after a lost connection, but not after an error response.
      events.addEventListener('error', () => {
        if (events.readyState === events.CLOSED) timer = setTimeout(connect, RECONNECT_MS);
      });
    };
    connect();
    return () => {
      clearTimeout(timer);
      events.close();
    };
  }, [query, revalidate]);
  return received.query === query ? received.news : NO_NEWS;
}

/** Replaces the number of new enquiries at the start of the title, such as "(3) ". */
export function showCountInTitle(count: number): void {
  document.title = document.title.replace(/^(\(\d+\) )?/, `(${count}) `);
}

export function markUnread(state: DeskState, answeredIds: readonly number[]): DeskState {
  if (answeredIds.length === 0) return state;
  const mark = <Enquiry extends { id: number }>(enquiry: Enquiry) =>
    answeredIds.includes(enquiry.id) ? { ...enquiry, isUnread: true } : enquiry;
  return { ...state, rows: state.rows.map(mark), open: state.open && mark(state.open) };
}

/** Announces the news. Its space is reserved, so that no layout shifts. */
export function LiveNews({ news: { arrived, answeredIds } }: { news: News }) {
  const view = keepOnlyFilters(useDeskView());
  const { arrived: arrivedText, answers } = useDeskMessages();
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
        {useDeskMessages().show}
      </Link>{' '}
    </>
  );
}
