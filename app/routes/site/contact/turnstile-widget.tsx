import { useEffect, useRef } from 'react';
import type { HumanCheckState, Turnstile } from './use-human-check.ts';

interface TurnstileApi {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  remove(widget: string): void;
}

/** The width of the widget but for its compact form. */
const WIDGET_WIDTH_PX = 300;

interface TurnstileWidgetProps {
  check: HumanCheckState;
  turnstile: Turnstile;
}

/** Cloudflare's widget, for sites that have set its keys; its script is fetched only here. */
export function TurnstileWidget({ check, turnstile }: TurnstileWidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  const { pass, fail } = check;
  const { origin, siteKey } = turnstile;
  useEffect(() => {
    let widget: string | undefined;
    let gone = false;
    loadTurnstile(origin).then(
      (api) => {
        if (gone || !place.current) return;
        widget = api.render(place.current, {
          sitekey: siteKey,
          action: 'contact',
          theme: 'light',
          language: document.documentElement.lang,
          size: place.current.clientWidth < WIDGET_WIDTH_PX ? 'compact' : 'flexible',
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
      if (widget !== undefined) api()?.remove(widget);
    };
  }, [origin, siteKey, pass, fail]);
  return (
    <div className="form-box human-box" data-turnstile>
      <div ref={place} className="min-w-0 flex-1" />
    </div>
  );
}

function api(): TurnstileApi | undefined {
  return (window as { turnstile?: TurnstileApi }).turnstile;
}

function loadTurnstile(origin: string): Promise<TurnstileApi> {
  return new Promise((resolve, reject) => {
    const loaded = api();
    if (loaded) return resolve(loaded);
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
}
