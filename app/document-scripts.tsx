import { createContext, use, useEffect } from 'react';
import { useLocation } from 'react-router';

// A mailed link that opened another page is forwarded with its hash (ledger RP-1).
const forwardMailedLink = `const h = new URLSearchParams(location.hash.slice(1));
  if (h.get('access_token') && /^(recovery|invite)$/.test(h.get('type')))
    location.replace('/reset-password' + location.hash);`;

// On /reset-password the hash is moved from the URL into `window.mailed`, for the page's script (RP-2).
const takeMailedLink = `if (window.mailed = location.hash)
    history.replaceState(history.state, '', location.pathname);`;

/** Runs before any other script can read the URL, and takes the tokens of a mailed link out of it. */
export function BootScript({ nonce }: { nonce: string | undefined }) {
  const isResetPage = useLocation().pathname === '/reset-password';
  const __html = bootScript(isResetPage ? takeMailedLink : forwardMailedLink);
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html }} />;
}

// Browsers report no paint of a page in the background.
const FIRST_PAINT_TIMEOUT_MS = 1500;

const bootScript = (link: string) => `document.documentElement.classList.add('js');
(() => {
  ${link}
  window.early = new Map();
  addEventListener('input', function record({ target }) {
    if (window.early) early.set(target, target.value);
    else removeEventListener('input', record, true);
  }, true);
  const load = () =>
    document.querySelectorAll('#modules').forEach((t) => document.head.append(t.content));
  addEventListener('DOMContentLoaded', () => setTimeout(load, ${FIRST_PAINT_TIMEOUT_MS}));
  addEventListener('load', () => new PerformanceObserver(load).observe({ type: 'paint', buffered: true }));
})();`;

const PRELOAD_LINK = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const MODULE_SCRIPT = /<script[^>]* type="module"[^>]*>[^]*?<\/script>/;

/**
 * Moves the router's module script into a template, with preload links for its indirect imports. After the
 * first paint the boot script moves the content of the template into the head (decision 003).
 */
export function deferModules(html: string): string {
  const [module = ''] = MODULE_SCRIPT.exec(html) ?? [];
  const preloadLinks = [...html.matchAll(PRELOAD_LINK)]
    .filter(([, href]) => !module.includes(`"${href}";`))
    .map(([, href]) => `<link rel="modulepreload" href="${href}">`);
  const template = `<template id="modules">${preloadLinks.join('')}${module}</template>`;
  return html.replace(PRELOAD_LINK, '').replace(MODULE_SCRIPT, () => template);
}

/** Only the server provides it: null in the browser. */
export const StructuredDataContext = createContext<string | null>(null);

/** Renders JSON-LD into the served document (ledger SE-3), and removes it after a navigation. */
export function StructuredData() {
  const json = use(StructuredDataContext);
  const { pathname } = useLocation();
  useEffect(() => {
    const script = document.querySelector<HTMLElement>('script[data-page]');
    if (script?.dataset['page'] !== pathname) script?.remove();
  }, [pathname]);
  return (
    json && (
      <script type="application/ld+json" data-page={pathname}>
        {json}
      </script>
    )
  );
}
