import { createContext, use, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useUiMessages } from '#app/components/messages.ts';
import { escapePath } from '#app/unicode.ts';

/** A link to a page in the current language, with the animated page change of ledger SH-3. */
export function PageLink({ to, ...rest }: ComponentProps<typeof Link>) {
  const address = useLocalizedPath();
  const target = typeof to === 'string' ? address(to) : to;
  return (
    <Link
      viewTransition={canAnimatePageChange()}
      prefetch={getPrefetchMode()}
      // The manifest lists every route from the start (routeDiscovery: initial).
      discover="none"
      to={target}
      {...rest}
    />
  );
}

export function canAnimatePageChange(): boolean {
  if (typeof document === 'undefined' || !('startViewTransition' in document)) return false;
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Firefox checks a prefetch against `default-src 'none'`: it would only report an error for each. */
export function getPrefetchMode(): 'intent' | 'none' {
  const isFirefox = typeof CSS !== 'undefined' && CSS.supports('-moz-appearance', 'none');
  return isFirefox ? 'none' : 'intent';
}

interface CutLinkStyle {
  block?: boolean;
  card?: boolean;
}

type CutLinkProps = Omit<ComponentProps<typeof PageLink>, 'className'> & CutLinkStyle;

export function CutLink({ block, card, ...rest }: CutLinkProps) {
  return <PageLink className={getCutLinkClass({ block, card })} {...rest} />;
}

type CutAnchorProps = Omit<ComponentProps<'a'>, 'className'> & Pick<CutLinkStyle, 'block'>;

export function CutAnchor({ block, ...rest }: CutAnchorProps) {
  return <a className={getCutLinkClass({ block })} {...rest} />;
}

function getCutLinkClass({ block, card }: { [name in keyof CutLinkStyle]: boolean | undefined }) {
  const shape = block
    ? 'inline-flex min-h-target items-center [--cut-y:0.45rem]'
    : 'inline py-[0.2em]';
  return `${shape} cut-line ${card ? 'card-link' : ''}`;
}

const LanguagePrefixContext = createContext('');

export const LanguagePrefixProvider = LanguagePrefixContext.Provider;

export function useLocalizedPath(): (path: string) => string {
  const prefix = use(LanguagePrefixContext);
  return (path) => {
    const isAlreadyLocalized =
      !path.startsWith('/') || path === prefix || path.startsWith(`${prefix}/`);
    const localized = isAlreadyLocalized ? path : prefix + path.replace(/^\/(?=$|[?#])/, '');
    return escapePath(localized);
  };
}

interface PageHeadProps {
  crumbs?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  className?: string;
}

export function PageHead({ crumbs, title, lead, className = '' }: PageHeadProps) {
  return (
    <section
      className={`sheet gap-y-stack pt-page-top pb-page-end print:pt-0 print:pb-8mm ${className}`}
    >
      {crumbs}
      <h1 className="-ms-[0.045em] text-mega">{title}</h1>
      {lead && <p className="measure-22 text-lead font-lead md:col-main">{lead}</p>}
    </section>
  );
}

interface CrumbsProps {
  from: { label: string; to: string };
  children: ReactNode;
}

export function Crumbs({ from, children }: CrumbsProps) {
  return (
    <p className="crumbs flex flex-wrap items-center gap-x-[0.6em] text-note text-ink-2">
      <PageLink className="inline-flex min-h-target min-w-target items-center quiet" to={from.to}>
        {from.label}
      </PageLink>{' '}
      {children}
    </p>
  );
}

interface SectionLabelProps {
  heading?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
}

export function SectionLabel({ heading, id, className = '', children }: SectionLabelProps) {
  const Tag = heading ? 'h2' : 'p';
  return (
    <Tag
      id={id}
      className={`text-large font-420 tracking-none flare md:col-label md:pe-gutter ${className}`}
    >
      {children}
    </Tag>
  );
}

interface MessagePageProps {
  title: string;
  text: string;
  alert?: boolean;
  fence?: boolean;
  children: ReactNode;
}

export function MessagePage({ title, text, alert, fence, children }: MessagePageProps) {
  return (
    <section
      className={`sheet ${fence ? 'fence' : ''} min-h-[46svh] content-center gap-y-6 pt-[calc(var(--spacing-header)+6vw)] pb-section print:min-h-0`}
      role={alert ? 'alert' : undefined}
    >
      <h1 className="text-display md:col-main">{title}</h1>
      <p className="text-large md:col-text">{text}</p>
      <p className="flex flex-wrap items-center gap-x-7 gap-y-4 md:col-text">{children}</p>
    </section>
  );
}

export function Slash() {
  return (
    <span className="slash" aria-hidden="true">
      {'/ '}
    </span>
  );
}

export function SlashText() {
  return <span className="slash">/</span>;
}

export function OpenSign() {
  return (
    <span className="w-[0.8em] text-oak" aria-hidden="true">
      <span className="group-open:hidden">+</span>
      <span className="hidden group-open:inline">−</span>
    </span>
  );
}

interface JointProps {
  /** The ground of the next section: paper (default), ink, night (ink to footer), last (paper to footer). */
  to?: 'ink' | 'night' | 'last';
}

export function Joint({ to }: JointProps) {
  const ground = to === 'night' ? 'ink [--ground:var(--color-night)]' : '';
  return <div className={`sheet joint print:hidden ${ground}`} data-to={to} aria-hidden="true" />;
}

interface DimensionLineProps {
  children: ReactNode;
  open?: boolean;
  atStart?: boolean;
}

export function DimensionLine({ children, open = false, atStart = false }: DimensionLineProps) {
  return (
    <p className="dim" data-open={open ? '' : undefined} data-at-start={atStart ? '' : undefined}>
      <span>{children}</span>
    </p>
  );
}

/** A line of text that moves aside on hover and shows a slash. */
export function Drawer({ children }: { children: ReactNode }) {
  return <span className="drawer">{children}</span>;
}

export function SkipLink() {
  const { skip } = useUiMessages();
  return (
    <a
      className="fixed start-3 top-3 z-skip bg-ink px-5 py-3 text-on-ink [--focus:var(--color-oak)] glide-tap not-focus:[translate:0_-5rem] print:hidden"
      href="#main"
    >
      {skip}
    </a>
  );
}

export function PostalAddress({ lines }: { lines: readonly string[] }) {
  return (
    <address className="not-italic">
      {lines.map((line, index) => (
        <span key={line}>
          {index > 0 && <br />}
          {line}
        </span>
      ))}
    </address>
  );
}
