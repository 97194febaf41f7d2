import {
  Children,
  cloneElement,
  createContext,
  isValidElement,
  use,
  useEffect,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Scripts, useLocation } from 'react-router';

// A mailed link that opened another page is forwarded with its hash (ledger RP-1).
const forwardMailedLink = `const h = new URLSearchParams(location.hash.slice(1));
  if (h.get('access_token') && /^(recovery|invite)$/.test(h.get('type')))
    location.replace('/reset-password' + location.hash);`;

// On /reset-password the hash is moved from the URL into `window.mailed`, for the page's script (RP-2).
const takeMailedLink = `if (window.mailed = location.hash)
    history.replaceState(history.state, '', location.pathname);`;

/** Runs before any other script can read the URL, and takes the tokens of a mailed link out of it. */
export function BootScript({ nonce }: { nonce: string | undefined }) {
  const isItsPage = useLocation().pathname === '/reset-password';
  const __html = bootScript(isItsPage ? takeMailedLink : forwardMailedLink);
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

type Props = {
  type?: string;
  href?: string;
  children?: ReactNode;
  dangerouslySetInnerHTML?: { __html: string };
};

/** Defers the scripts of public pages until the first paint; the desk's load at once (decision 003). */
export function DeferredScripts(props: ComponentProps<typeof Scripts>) {
  const { pathname } = useLocation();
  const scripts = Scripts(props);
  if (/^\/(admin|reset-password)/.test(pathname)) return scripts;
  const files: string[] = [];
  visitElements(scripts, ({ href }) => href && files.push(href));
  return deferModuleScripts(scripts, files);
}

function visitElements(node: ReactNode, take: (props: Props) => void): void {
  Children.forEach(node, (child) => {
    if (!isValidElement<Props>(child)) return;
    take(child.props);
    visitElements(child.props.children, take);
  });
}

function deferModuleScripts(node: ReactNode, files: readonly string[]): ReactNode {
  if (!isValidElement<Props>(node)) return node;
  const { type, children, dangerouslySetInnerHTML: code } = node.props;
  if (node.type === 'link') return null;
  if (node.type !== 'script')
    return cloneElement(
      node,
      {},
      Children.map(children, (child) => deferModuleScripts(child, files)),
    );
  if (type !== 'module' || !code?.__html.trim()) return node;
  const __html = deferModule(code.__html, files);
  return cloneElement(node as ReactElement<Props>, { dangerouslySetInnerHTML: { __html } });
}

const FIRST_PAINT_TIMEOUT_MS = 1500;

const afterPaint = `await new Promise((go) => {
  setTimeout(go, ${FIRST_PAINT_TIMEOUT_MS});
  const painted = () => new PerformanceObserver((list) =>
    list.getEntriesByName('first-contentful-paint').length && go()).observe({ type: 'paint', buffered: true });
  document.readyState === 'complete' ? painted() : addEventListener('load', painted);
});`;

/** Rewrites the router's inline module so that it waits for the first paint; import order stays. */
export function deferModule(module: string, files: readonly string[]): string {
  const imports = module
    .replace(/^import \* as (\w+) from (".+?");$/gm, 'const $1 = await import($2);')
    .replace(/import ("[^"]+");?/g, 'await import($1);');
  return `${afterPaint}
for (const href of ${JSON.stringify(files)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
${imports}`;
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
