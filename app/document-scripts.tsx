import { Scripts, useLocation } from 'react-router';
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  Children,
  cloneElement,
  createContext,
  isValidElement,
  use,
  useEffect,
} from 'react';

// A link from an e-mail that landed on another page goes on with its hash (ledger RP-1).
const forward = `const h = new URLSearchParams(location.hash.slice(1));
  if (h.get('access_token') && /^(recovery|invite)$/.test(h.get('type')))
    location.replace('/reset-password' + location.hash);`;

// Where it belongs, the hash leaves the address at once, for the page's own script to find (RP-2).
const take = `if (window.mailed = location.hash)
    history.replaceState(history.state, '', location.pathname);`;

/** Runs before anything else can see the address: it takes a mailed link out of it. */
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

type Props = {
  type?: string;
  href?: string;
  children?: ReactNode;
  dangerouslySetInnerHTML?: { __html: string };
};

/** Every page is whole without its scripts, so they wait for its paint; the desk's do not. */
export function LateScripts(props: ComponentProps<typeof Scripts>) {
  const { pathname } = useLocation();
  const scripts = Scripts(props);
  if (/^\/(admin|reset-password)/.test(pathname)) return scripts;
  const files: string[] = [];
  collect(scripts, ({ href }) => href && files.push(href));
  return later(scripts, files);
}

function collect(node: ReactNode, take: (props: Props) => void): void {
  Children.forEach(node, (child) => {
    if (!isValidElement<Props>(child)) return;
    take(child.props);
    collect(child.props.children, take);
  });
}

function later(node: ReactNode, files: readonly string[]): ReactNode {
  if (!isValidElement<Props>(node)) return node;
  const { type, children, dangerouslySetInnerHTML: code } = node.props;
  if (node.type === 'link') return null;
  if (node.type !== 'script')
    return cloneElement(
      node,
      {},
      Children.map(children, (child) => later(child, files)),
    );
  if (type !== 'module' || !code?.__html.trim()) return node;
  const __html = startLater(code.__html, files);
  return cloneElement(node as ReactElement<Props>, { dangerouslySetInnerHTML: { __html } });
}

const PATIENCE_MS = 1500;

const afterPaint = `await new Promise((go) => {
  setTimeout(go, ${PATIENCE_MS});
  const painted = () => new PerformanceObserver((list) =>
    list.getEntriesByName('first-contentful-paint').length && go()).observe({ type: 'paint', buffered: true });
  document.readyState === 'complete' ? painted() : addEventListener('load', painted);
});`;

/** Makes a page's inline module wait for the first paint; its imports keep their order. */
export function startLater(module: string, files: readonly string[]): string {
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

/** For those who read documents (ledger SE-3): the browser drops it once another page is shown. */
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
