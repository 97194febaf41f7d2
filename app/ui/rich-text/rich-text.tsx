import { useAddress } from '#app/ui/language/address.ts';

/** A piece of written text; app/content/articles/rich-text.server.ts makes it from HTML. */
export type RichNode = string | RichElement;

interface RichElement {
  tag: 'a' | 'blockquote' | 'br' | 'em' | 'h2' | 'h3' | 'h4' | 'li' | 'ol' | 'p' | 'strong' | 'ul';
  href?: string;
  children: readonly RichNode[];
}

/** Shows a written text, element by element: no HTML string reaches the page. */
export function RichText({ nodes }: { nodes: readonly RichNode[] }) {
  return nodes.map((node, index) =>
    typeof node === 'string' ? node : <RichPiece key={index} piece={node} />,
  );
}

const heading = 'mt-[1.3em] mb-[0.55em] text-title/[1.1] tracking-tight first:mt-0';

function RichPiece({ piece: { tag: Tag, href, children } }: { piece: RichElement }) {
  const address = useAddress();
  if (Tag === 'br') return <br />;
  const content = <RichText nodes={children} />;
  if (Tag === 'h2') return <h2 className={heading}>{content}</h2>;
  if (Tag !== 'a') return <Tag>{content}</Tag>;
  return <a href={href && address(href)}>{content}</a>;
}
