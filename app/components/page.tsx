import { createContext, use, type ComponentProps, type ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { InPageLink } from '#app/components/in-page-link.tsx';
import { useUiTexts } from '#app/components/texts.ts';
import { percentEncodePath } from '#app/unicode.ts';

/**
 * A link to a page in the current language, prefetched, with the animation of SH-3. An object `to` is used as it is.
 */
export function PageLink({ to, ...rest }: ComponentProps<typeof Link>) {
  const localizePath = useLocalizedPath();
  const target = typeof to === 'string' ? localizePath(to) : to;
  return (
    <Link
      viewTransition={canAnimatePageChange()}
      prefetch={getPrefetchMode(target)}
      // The manifest lists every route from the start (routeDiscovery: initial).
      discover="none"
      to={target}
      {...rest}
    />
  );
}

/** Returns false on the server, without view transitions, and where motion is reduced. */
export function canAnimatePageChange(): boolean {
  if (typeof document === 'undefined' || !('startViewTransition' in document)) return false;
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Returns 'none' for Firefox, which checks prefetches against `default-src 'none'` and would report errors, and for
 * the contact page, which is made for each visitor: no browser could use what it prefetched.
 */
export function getPrefetchMode(target: To): 'intent' | 'none' {
  const isFirefox = typeof CSS !== 'undefined' && CSS.supports('-moz-appearance', 'none');
  return isFirefox || String(target).includes('/contact') ? 'none' : 'intent';
}

interface CutLinkStyle {
  /** Stands alone and is as large as a touch target. Otherwise it is part of a sentence. */
  block?: boolean;
  /** Covers the card that it is in: a click anywhere on the card follows it. */
  card?: boolean;
}

type CutLinkProps = Omit<ComponentProps<typeof PageLink>, 'className'> & CutLinkStyle;

/** A link of the current language with the slanted cut line of the design below it. */
export function CutLink({ block, card, ...rest }: CutLinkProps) {
  return <PageLink className={getCutLinkClass({ block, card })} {...rest} />;
}

type CutAnchorProps = Omit<ComponentProps<'a'>, 'className'> & Pick<CutLinkStyle, 'block'>;

/** A CutLink that always loads a document: a feed, another site, a phone number. */
export function CutAnchor({ block, ...rest }: CutAnchorProps) {
  return <a className={getCutLinkClass({ block })} {...rest} />;
}

function getCutLinkClass({ block, card }: CutLinkStyle): string {
  const shape = block ? 'tap [--cut-y:0.45rem]' : 'inline py-[0.2em]';
  return `${shape} cut-line ${card ? 'card-link' : ''}`;
}

const LanguagePrefixContext = createContext('');

export const LanguagePrefixProvider = LanguagePrefixContext.Provider;

/**
 * Returns a function that percent-encodes a URL, and adds the prefix of the page's language to a path that lacks it.
 */
export function useLocalizedPath(): (path: string) => string {
  const prefix = use(LanguagePrefixContext);
  return (path) => {
    const isSitePath = path.startsWith('/');
    const hasPrefix = `${path.replace(/[?#].*$/, '')}/`.startsWith(`${prefix}/`);
    if (!isSitePath || hasPrefix) return percentEncodePath(path);

    // The home page is "/el", without a slash at the end: "/#clients" becomes "/el#clients".
    return percentEncodePath(prefix + path.replace(/^\/(?=$|[?#])/, ''));
  };
}

interface PageHeadingProps {
  crumbs?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  className?: string;
}

export function PageHeading({ crumbs, title, lead, className = '' }: PageHeadingProps) {
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

/** The line above a title: a link to the parent page, then facts such as the year. */
export function Crumbs({ from, children }: CrumbsProps) {
  return (
    <p className="crumbs flex flex-wrap items-center gap-x-[0.6em] text-note text-ink-2">
      <PageLink className="-ms-2 tap ps-2 quiet" to={from.to}>
        {from.label}
      </PageLink>{' '}
      {children}
    </p>
  );
}

interface SectionLabelProps {
  /** Makes it an h2. Otherwise it is a paragraph beside a heading. */
  heading?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** Renders the small label beside a section: its heading, or a text beside its heading. */
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
  /** What screen readers read at once: 'text' where the heading gets the focus, as on a new page. */
  alert?: 'all' | 'text';
  /** Draws the vertical line of the page's grid beside the text. */
  fence?: boolean;
  children: ReactNode;
}

/** The only section of a page that says what happened. `children` are links to other pages. */
export function MessagePage({ title, text, alert, fence, children }: MessagePageProps) {
  return (
    <section
      role={alert === 'all' ? 'alert' : undefined}
      className={`sheet ${fence ? 'fence' : ''} min-h-[46svh] content-center gap-y-6 pt-[calc(var(--spacing-header)+6vw)] pb-section print:min-h-0`}
    >
      <h1 className="text-display md:col-main">{title}</h1>
      <p className="text-large md:col-text" role={alert === 'text' ? 'alert' : undefined}>
        {text}
      </p>
      <p className="flex flex-wrap items-center gap-x-7 gap-y-4 md:col-text">{children}</p>
    </section>
  );
}

/** The oak slash of the design before a heading. Screen readers skip it, unlike SlashText. */
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

interface JointProps {
  /** The ground of the next section: paper (default), ink, night (ink to footer), last (paper to footer). */
  to?: 'ink' | 'night' | 'last';
}

/** The line between two sections: low on the left, a slash, high on the right. */
export function Joint({ to }: JointProps) {
  const ground = to === 'night' ? 'ink [--ground:var(--color-night)]' : '';
  return <div className={`sheet joint print:hidden ${ground}`} data-to={to} aria-hidden="true" />;
}

interface DimensionLineProps {
  children: ReactNode;
  /** Without the tick at the end of the line. */
  open?: boolean;
  /** The text comes first, instead of in the middle. */
  atStart?: boolean;
}

export function DimensionLine({ children, open = false, atStart = false }: DimensionLineProps) {
  return (
    <p
      className="dimension-line"
      data-open={open ? '' : undefined}
      data-at-start={atStart ? '' : undefined}
    >
      <span>{children}</span>
    </p>
  );
}

/** A line of text that moves aside on hover and shows a slash. */
export function SlidingText({ children }: { children: ReactNode }) {
  return <span className="drawer">{children}</span>;
}

export function SkipLink() {
  const { skip } = useUiTexts();
  return (
    <InPageLink
      className="fixed start-3 top-3 z-skip bg-ink px-5 py-3 text-on-ink [--focus:var(--color-oak)] glide-tap not-focus:[translate:0_-5rem] print:hidden"
      id="main"
    >
      {skip}
    </InPageLink>
  );
}

export function PostalAddress({ lines }: { lines: readonly string[] }) {
  return (
    <address className="not-italic">
      {lines.map((line, index) => (
        <span key={index}>
          {index > 0 && <br />}
          {line}
        </span>
      ))}
    </address>
  );
}
