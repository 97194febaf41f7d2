import { useLocation } from 'react-router';

/** A link from an e-mail that landed on another page goes on with its hash (ledger RP-1). */
const forward = `const h = new URLSearchParams(location.hash.slice(1));
  if (h.get('access_token') && /^(recovery|invite)$/.test(h.get('type')))
    location.replace('/reset-password' + location.hash);`;

/** Where it belongs, the hash leaves the address at once, for the page's own script to find (RP-2). */
const take = `if (window.mailed = location.hash)
    history.replaceState(history.state, '', location.pathname);`;

/**
 * Runs first on every page, before anything else can see the address, and takes a mailed link out of
 * it. It also marks the document as scripted, for styles that differ with JavaScript, and remembers
 * what is typed or chosen before the script takes over: see useEarlyInput().
 */
export function BootScript({ nonce }: { nonce: string | undefined }) {
  const isItsPage = useLocation().pathname === '/reset-password';
  const __html = bootScript(isItsPage ? take : forward);
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html }} />;
}

const bootScript = (link: string) => `document.documentElement.classList.add('js');
(() => {
  ${link}
  window.early = new Map();
  addEventListener('input', function note({ target }) {
    if (window.early) early.set(target, target.value);
    else removeEventListener('input', note, true);
  }, true);
})();`;
