import { createContext, use, useEffect } from 'react';
import { useLocation } from 'react-router';

// A mailed link that opened another page is forwarded with its hash (RP-1).
const FORWARD_TO_RESET_PAGE = `const h = new URLSearchParams(location.hash.slice(1));
  if (h.get('access_token') && /^(recovery|invite)$/.test(h.get('type')))
    location.replace('/reset-password' + location.hash);`;

// On /reset-password the hash is moved from the URL into `window.mailed`, for the page's script (RP-2).
const MOVE_HASH_OUT_OF_URL = `if (window.mailed = location.hash)
    history.replaceState(history.state, '', location.pathname);`;

// After a reload, Back can lead to an entry of the same document (HTML, "document sequence number"). Only the
// router could change the page to it, so until hydration the document is loaded again. Without `window.early`,
// entry.client.tsx does not hydrate the old one meanwhile.
const RELOAD_AFTER_EARLY_BACK = `const page = location.pathname + location.search;
  addEventListener('popstate', () => {
    if (window.early && location.pathname + location.search !== page) {
      delete window.early;
      location.reload();
    }
  });`;

// A browser that translates the page replaces each text by a <font> element. React still holds the text, and fails
// when it removes the text or inserts before it. So the text is put back, empty, before its translation, which
// leaves when React changes or removes the text, or when the browser shows the original (SH-9).
const KEEP_TRANSLATED_TEXTS = `const drop = (text) => {
    text.translation.remove();
    delete text.translation;
    if (text.isConnected) text.data ||= text.words;
  };
  new MutationObserver((records) => {
    for (const { target, removedNodes, addedNodes, previousSibling } of records) {
      if (target.translation && target.data) drop(target);
      for (const node of removedNodes) {
        const font = addedNodes[0] ?? previousSibling;
        const text = node.original ?? node;
        if (text.translation) drop(text);
        else if (font?.tagName === 'FONT' && node.data?.trim()) {
          Object.assign(node, { translation: font, words: node.data, data: '' });
          font.original = node;
          font.before(node);
        }
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });`;

/**
 * Renders the inline script that runs first. On /reset-password it takes the token of a mailed link out of the URL before
 * another script can read it; any other page forwards such a link there. It also records input and Back from before
 * hydration, keeps the texts of a translated page, and starts the deferred modules.
 */
export function BootScript() {
  const isResetPage = useLocation().pathname === '/reset-password';
  const __html = buildBootScript(isResetPage ? MOVE_HASH_OUT_OF_URL : FORWARD_TO_RESET_PAGE);
  const { nonce } = use(DocumentContext);
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html }} />;
}

// Browsers report no paint of a page in the background.
const FIRST_PAINT_TIMEOUT_MS = 1500;

// `window.early` is read by useReplayEarlyInput in root.tsx; `#modules` is written by deferModules below. The
// indentation is left out: pages for one visitor are not compressed.
const buildBootScript = (mailedLinkScript: string) =>
  `document.documentElement.classList.add('js');
(() => {
  ${mailedLinkScript}
  window.early = new Map();
  addEventListener('input', ({ target }) => window.early?.set(target, target.value), true);
  ${RELOAD_AFTER_EARLY_BACK}
  ${KEEP_TRANSLATED_TEXTS}
  const load = () =>
    document.querySelectorAll('#modules').forEach((t) => document.head.append(t.content));
  addEventListener('DOMContentLoaded', () => setTimeout(load, ${FIRST_PAINT_TIMEOUT_MS}));
  addEventListener('load', () => new PerformanceObserver(load).observe({ type: 'paint', buffered: true }));
})();`.replaceAll(/\n +/g, '\n');

const PRELOAD_LINK = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const MODULE_SCRIPT = /<script[^>]* type="module"[^>]*>[^]*?<\/script>/;

/**
 * Moves the router's module script into a template, with preload links for its indirect imports. After the
 * first paint the boot script moves the content of the template into the head (decision 003).
 */
export function deferModules(html: string): string {
  const [module = ''] = MODULE_SCRIPT.exec(html) ?? [];
  // The browser finds a direct import when it reads the script.
  const isDirectImport = (href: string) => module.includes(`"${href}";`);
  const preloadLinks = [...html.matchAll(PRELOAD_LINK)]
    .filter(([, href = '']) => !isDirectImport(href))
    .map(([, href]) => `<link rel="modulepreload" href="${href}">`);

  const template = `<template id="modules">${preloadLinks.join('')}${module}</template>`;
  return html.replace(PRELOAD_LINK, '').replace(MODULE_SCRIPT, () => template);
}

interface DocumentFacts {
  nonce?: string | undefined;
  /** JSON-LD; null for a page without any. */
  structuredData?: string | null;
}

/** Empty in the browser, and not in the data of a page, which may be served from memory. */
export const DocumentContext = createContext<DocumentFacts>({});

/** Renders the JSON-LD of the page into the served document (SE-3), and removes it after a navigation. */
export function StructuredData() {
  const { structuredData } = use(DocumentContext);
  const { pathname } = useLocation();

  useEffect(() => {
    const script = document.querySelector<HTMLElement>('script[data-page]');
    if (script?.dataset['page'] !== pathname) script?.remove();
  }, [pathname]);

  return (
    structuredData && (
      <script type="application/ld+json" data-page={pathname}>
        {structuredData}
      </script>
    )
  );
}
