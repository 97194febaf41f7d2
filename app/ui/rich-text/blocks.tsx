import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { Picture, type PictureData } from '#app/ui/picture.tsx';
import { RichText, type RichNode } from './rich-text.tsx';
import { SlashText } from '#app/ui/slash.tsx';
import { useUiWords } from '#app/ui/language/ui-words.ts';

/** A block of an article or a page (ledger P-7, P-9), its picture looked up. */
export type ShownBlock =
  | { type: 'text'; id: string; nodes: readonly RichNode[] }
  | { type: 'quote'; id: string; quote: string; author?: string | undefined }
  | {
      type: 'image';
      id: string;
      picture: PictureData;
      alt: string;
      caption?: string | undefined;
    };

/** The blocks of an article, in order. */
export function Blocks({ blocks }: { blocks: readonly ShownBlock[] }) {
  return blocks.map((block) => <BlockOf key={block.id} block={block} />);
}

function BlockOf({ block }: { block: ShownBlock }) {
  switch (block.type) {
    case 'text':
      return (
        <div className="at-text prose">
          <RichText nodes={block.nodes} />
        </div>
      );
    case 'quote':
      return <Quote quote={block.quote} author={block.author} />;
    case 'image':
      return <Figure picture={block.picture} alt={block.alt} caption={block.caption} />;
  }
}

function Quote({ quote, author }: { quote: string; author: string | undefined }) {
  const [before, after] = useUiWords().quotes;
  return (
    <figure className="pull">
      <blockquote>
        {before}
        {quote}
        {after}
      </blockquote>
      {author && (
        <figcaption>
          <SlashText /> {author}
        </figcaption>
      )}
    </figure>
  );
}

function Figure(props: { picture: PictureData; alt: string; caption: string | undefined }) {
  return (
    <figure className="wide">
      <Picture picture={props.picture} alt={props.alt} sizes="(min-width: 48rem) 70vw, 100vw" />
      {props.caption && (
        <figcaption>
          <DimensionLine atStart open>
            {props.caption}
          </DimensionLine>
        </figcaption>
      )}
    </figure>
  );
}
