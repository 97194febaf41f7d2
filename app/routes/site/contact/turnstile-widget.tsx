import { useEffect, useRef, useState } from 'react';
import type { HumanCheckState, Turnstile } from './use-human-check.ts';

interface TurnstileApi {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

/** The width of the widget but for its compact form. */
const WIDGET_WIDTH_PX = 300;

interface TurnstileWidgetProps {
  check: HumanCheckState;
  turnstile: Turnstile;
}

type Size = 'compact' | 'flexible';

/** Cloudflare's widget, for sites that have set its keys; drawn anew when its place changes size. */
export function TurnstileWidget(props: TurnstileWidgetProps) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    const observer = new ResizeObserver(([box]) => {
      setSize(box!.contentRect.width < WIDGET_WIDTH_PX ? 'compact' : 'flexible');
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="form-box human-box min-w-0" data-turnstile ref={box}>
      {size && <Widget key={size} size={size} {...props} />}
    </div>
  );
}

function Widget({ check, turnstile, size }: TurnstileWidgetProps & { size: Size }) {
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<string>(undefined);
  const { pass, fail, spent } = check;
  const { origin, siteKey } = turnstile;
  useEffect(() => {
    let gone = false;
    loadTurnstile(origin).then(
      (api) => {
        if (gone || !place.current) return;
        widget.current = api.render(place.current, {
          sitekey: siteKey,
          action: 'contact',
          theme: 'light',
          language: document.documentElement.lang,
          size,
          'refresh-expired': 'auto',
          'response-field': false,
          callback: pass,
          'error-callback': fail,
        });
      },
      () => gone || fail(),
    );
    return () => {
      gone = true;
      if (widget.current !== undefined) api()?.remove(widget.current);
      widget.current = undefined;
    };
  }, [origin, siteKey, size, pass, fail]);
  useEffect(() => {
    if (spent > 0 && widget.current !== undefined) api()?.reset(widget.current);
  }, [spent]);
  return <div ref={place} className="min-w-0 flex-1" />;
}

function api(): TurnstileApi | undefined {
  return (window as { turnstile?: TurnstileApi }).turnstile;
}

let loading: Promise<TurnstileApi> | undefined;

function loadTurnstile(origin: string): Promise<TurnstileApi> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${origin}/turnstile/v0/api.js?render=explicit`;
    script.onload = () => {
      const ready = api();
      if (ready) resolve(ready);
      else reject(new Error('Turnstile did not start'));
    };
    script.onerror = () => reject(new Error('Turnstile did not load'));
    document.head.append(script);
  });
  // Who comes to the form again tries again.
  loading.catch(() => (loading = undefined));
  return loading;
}
