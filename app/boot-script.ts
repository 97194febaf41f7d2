/**
 * Runs first on every page, before anything else can see the address: a link from an e-mail that
 * landed on another page goes to /reset-password with its hash kept (ledger RP-1). It also marks the
 * document as scripted, for styles that differ with JavaScript, and remembers what is typed or chosen
 * before the script takes over: see useEarlyInput().
 */
export const bootScript = `document.documentElement.classList.add('js');
(() => {
  const h = new URLSearchParams(location.hash.slice(1));
  if (h.get('access_token') && /^(recovery|invite)$/.test(h.get('type')) && location.pathname !== '/reset-password')
    location.replace('/reset-password' + location.hash);
  window.early = new Map();
  addEventListener('input', function note({ target }) {
    if (window.early) early.set(target, target.value);
    else removeEventListener('input', note, true);
  }, true);
})();`;
