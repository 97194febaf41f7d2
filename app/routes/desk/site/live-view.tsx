import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { Block, type ShownBlock } from '#app/components/blocks.tsx';
import { useEntryTexts } from './entry-form.ts';

// Waits for a pause in typing, so that not every key sends a request.
const PAUSE_MS = 300;

export type MarkdownType = 'text' | 'steps' | 'questions';

interface LiveViewProps {
  type: MarkdownType;
  text: string;
  lang: string;
}

/** Shows the text as the site will, made safe by the server. When a request fails, the last view stays. */
export default function LiveView({ type, text, lang }: LiveViewProps) {
  const label = useEntryTexts().blocks.view;
  const [shownBlock, setShownBlock] = useState<ShownBlock | null>(null);

  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;

    const load = async () => {
      const body = new URLSearchParams({ type, text });
      const path = href('/admin/dashboard/site/live-view');
      const response = await fetch(path, { method: 'POST', body, signal });
      if (response.ok) setShownBlock((await response.json()) as ShownBlock);
    };

    const timer = setTimeout(() => void load().catch(() => undefined), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abortController.abort();
    };
  }, [type, text]);

  if (!shownBlock) return null;

  return (
    <section className="border-s border-line ps-5" aria-label={label}>
      <p className="pb-2 text-note text-ink-3">{label}</p>
      <div
        lang={lang}
        // Following a link would leave the form; a question may be opened. Before the link reacts to the click.
        onClickCapture={(event) => {
          if ((event.target as Element).closest('a')) event.preventDefault();
        }}
      >
        <Block block={shownBlock} />
      </div>
    </section>
  );
}
