import type { ReactNode } from 'react';
import { DimensionLine, PageLink, SlashText } from '#app/components/page.tsx';
import { Picture, PictureCredit, type PictureData } from '#app/components/picture.tsx';
import { useUiTexts } from '#app/components/texts.ts';

export type ShownBlock =
  | { type: 'text'; nodes: readonly RichNode[] }
  | { type: 'quote'; quote: string; author: string }
  | { type: 'picture' | 'band'; picture: PictureData | null; caption: readonly RichNode[] }
  | ItemsBlock;

interface ItemsBlock {
  type: 'steps' | 'questions';
  title: string;
  intro: readonly RichNode[];
  items: readonly Entry[];
}

interface Entry {
  title: string;
  time: string;
  nodes: readonly RichNode[];
}

interface ArticleProps {
  leadPicture?: PictureData;
  blocks: readonly ShownBlock[];
  children?: ReactNode;
}

/** The text of an article or content page, below a wide picture if it has one. `children` come last. */
export function Article({ leadPicture, blocks, children }: ArticleProps) {
  return (
    <article className="fence sheet gap-y-[clamp(2.5rem,5vw,5rem)] pb-section">
      {leadPicture && (
        <figure className="col-start/full-end md:col-bleed md:ratio-21/9">
          <Picture picture={leadPicture} sizes="100vw" eager />
          <PictureCredit credit={leadPicture.credit} className="pt-2.5 text-ink-2 md:px-margin" />
        </figure>
      )}
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
      {children}
    </article>
  );
}

/** A part of an article. Renders nothing for a picture that is missing. */
export function Block({ block }: { block: ShownBlock }) {
  switch (block.type) {
    case 'text':
      return (
        <div className="prose md:col-text">
          <RichText nodes={block.nodes} />
        </div>
      );
    case 'quote':
      return <Quote quote={block.quote} author={block.author} />;
    case 'picture':
      return block.picture && <Figure picture={block.picture} caption={block.caption} />;
    case 'band':
      return block.picture && <Band picture={block.picture} caption={block.caption} />;
    case 'steps':
      return <Steps {...block} />;
    case 'questions':
      return (
        <section className="md:col-main">
          <h2 className={headingClass}>{block.title}</h2>
          {block.intro.length > 0 && (
            <div className="prose pb-6">
              <RichText nodes={block.intro} />
            </div>
          )}
          {block.items.map((item, index) => (
            // With its title: an open question does not stay open on the page of another article.
            <Question key={`${index} ${item.title}`} {...item} />
          ))}
        </section>
      );
  }
}

function Quote({ quote, author }: { quote: string; author: string }) {
  const [openingQuote, closingQuote] = useUiTexts().quotes;
  return (
    <figure className="md:col-main">
      <blockquote className="text-display/[1.04] font-310 tracking-display text-balance flare md:measure-15">
        {openingQuote}
        {quote}
        {closingQuote}
      </blockquote>
      {author && (
        <figcaption className="mt-5 py-1 text-ink-2">
          <SlashText /> {author}
        </figcaption>
      )}
    </figure>
  );
}

interface FigureProps {
  picture: PictureData;
  caption: readonly RichNode[];
}

function Figure({ picture, caption }: FigureProps) {
  return (
    <figure className="col-start/full-end md:col-main-bleed">
      <Picture picture={picture} sizes="(min-width: 48rem) 70vw, 100vw" />
      {caption.length > 0 && (
        <figcaption className="py-1">
          <DimensionLine atStart open>
            <RichText nodes={caption} />
          </DimensionLine>
        </figcaption>
      )}
      <PictureCredit credit={picture.credit} className="py-1 text-ink-2" />
    </figure>
  );
}

/** A picture that keeps its height in every window, so that wood is seen at its true size. */
function Band({ picture, caption }: FigureProps) {
  return (
    <figure className={`col-bleed ${wholeSheet}`}>
      <Picture
        picture={picture}
        sizes={`${picture.width}px`}
        className="h-[340px] w-full md:col-bleed"
      />
      {/* The touch target of a link is higher than a line, and would move the lines apart. */}
      <figcaption className="prose px-margin pt-3 md:col-main md:px-0 [&_a]:-my-3 [&_a]:inline-block">
        <RichText nodes={caption} />
      </figcaption>
      <PictureCredit credit={picture.credit} className="px-margin text-ink-2 md:col-main md:px-0" />
    </figure>
  );
}

/** What stands in parentheses after the title of a step, its time or price, hangs left of the fence. */
function Steps({ title: heading, intro, items: steps }: ItemsBlock) {
  return (
    <section className={wholeSheet}>
      <h2 className={`md:col-main ${headingClass}`}>{heading}</h2>
      {intro.length > 0 && (
        <div className="prose pb-6 md:col-main">
          <RichText nodes={intro} />
        </div>
      )}
      {/* On paper all rows are in one grid: Chromium draws the next part over a nested grid that a page break splits. */}
      <ol className={`print:contents ${wholeSheet}`}>
        {steps.map(({ title, time, nodes }, index) => (
          <li key={index} className={`md:items-baseline print:contents ${wholeSheet}`}>
            <p className="border-t border-line pt-6 text-ink-2 max-md:-mb-4 md:col-label md:border-0 md:pe-gutter">
              {time}
            </p>
            <div className="border-line py-6 md:col-main md:border-t print:break-inside-avoid">
              <h3 className="text-lead/[1.14] font-normal tracking-snug">{title}</h3>
              <div className="prose mt-3">
                <RichText nodes={nodes} />
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

// The columns of the sheet go on inside it.
const wholeSheet = 'md:col-bleed md:grid md:grid-cols-subgrid';

function Question({ title, nodes }: Entry) {
  return (
    <details className="group border-t border-line py-1.5 print:break-inside-avoid">
      <summary className="flex min-h-target cursor-pointer list-none items-baseline gap-[0.5em] py-2 font-medium">
        <span className="w-[0.8em] flex-none text-oak print:hidden" aria-hidden="true">
          <span className="group-open:hidden">+</span>
          <span className="hidden group-open:inline">−</span>
        </span>
        {title}
      </summary>
      <div className="prose pb-6">
        <RichText nodes={nodes} />
      </div>
    </details>
  );
}

type RichNode = string | RichElement;

interface RichElement {
  tag: 'a' | 'blockquote' | 'br' | 'em' | 'h2' | 'h3' | 'h4' | 'li' | 'ol' | 'p' | 'strong' | 'ul';
  href?: string;
  start?: number;
  children: readonly RichNode[];
}

/** Renders the element tree of rich-text.server.ts: no HTML string reaches the page. */
function RichText({ nodes }: { nodes: readonly RichNode[] }) {
  return nodes.map((node, index) =>
    typeof node === 'string' ? node : <RichPiece key={index} piece={node} />,
  );
}

const headingClass = 'mt-[1.3em] mb-[0.55em] text-title/[1.1] tracking-tight first:mt-0';
const linkClass = 'py-3 quiet';
/** Other paths of the site are files and the pages for staff, which are documents of their own. */
const PUBLIC_PAGE = /^\/(?!admin|reset-password)[^.?#]*(?:[?#]|$)/;

function RichPiece({ piece }: { piece: RichElement }) {
  const { tag: Tag, href, start } = piece;
  const content = <RichText nodes={piece.children} />;

  switch (Tag) {
    case 'br':
      return <br />;
    case 'h2':
      return <h2 className={headingClass}>{content}</h2>;
    case 'ol':
      return <ol start={start}>{content}</ol>;
    case 'a':
      // A document would lose the texts that are typed on the contact page (CF-15).
      if (href !== undefined && PUBLIC_PAGE.test(href)) {
        return (
          <PageLink className={linkClass} to={href}>
            {content}
          </PageLink>
        );
      }
      return (
        <a className={linkClass} href={href}>
          {content}
        </a>
      );
    default:
      return <Tag>{content}</Tag>;
  }
}
