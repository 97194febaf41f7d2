import { useEffect, useState } from 'react';
import { Link, href, useRevalidator } from 'react-router';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';
import { counted } from '#app/ui/language/phrase.ts';
import { type DeskView, deskAddress, filtersOnly } from '#app/domain/desk/desk-view.ts';

interface News {
  arrived: number;
  fresh: number;
}

/**
 * Says politely that enquiries have come in since the page was read. It has its place from the
 * start, so that nothing moves; only a click shows them.
 */
export function LiveNews({ view, lastId }: { view: DeskView; lastId: number }) {
  const [news, setNews] = useState<(News & { lastId: number }) | null>(null);
  const words = useDeskWords();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const events = new EventSource(`${href('/admin/dashboard/events')}?since=${lastId}`);
    events.addEventListener('arrived', (event) => {
      const { arrived, fresh } = JSON.parse(event.data) as News;
      setNews({ arrived, fresh, lastId });
      document.title = document.title.replace(/^(\(\d+\) )?/, `(${fresh}) `);
    });
    // The same admin has the desk open in many tabs: the latest are kept up to date.
    events.addEventListener('replaced', () => events.close());
    // To the login; the browser keeps what is being written (DK-6).
    events.addEventListener('signed-out', () => {
      events.close();
      void revalidate();
    });
    return () => events.close();
  }, [lastId, revalidate]);
  const current = news?.lastId === lastId ? news : null;
  return (
    <p
      className="flex min-h-11 shrink-0 basis-full items-center gap-2 font-medium min-[64.1rem]:basis-68"
      role="status"
    >
      {current && (
        <>
          {counted(words.arrived, current.arrived)}{' '}
          <Link className="tap underline-offset-[0.22em]" to={deskAddress(filtersOnly(view))}>
            {words.show}
          </Link>
        </>
      )}
    </p>
  );
}
