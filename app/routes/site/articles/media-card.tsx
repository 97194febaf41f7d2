import { dayInWords } from '#app/content/dates.ts';
import { CutLink } from '#app/ui/cut-link.tsx';
import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { Picture, type PictureData } from '#app/ui/picture.tsx';

/** How wide the pictures of the cards are shown. */
export const cardSizes = '(min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 92vw';

interface MediaCardProps {
  article: {
    slug: string;
    title: string;
    category: string;
    excerpt: string;
    publishedDate: string;
    picture: PictureData;
  };
  eager: boolean;
}

/** A media article in the card grid (ledger M-1). One link covers the whole card. */
export function MediaCard({ article, eager }: MediaCardProps) {
  const { slug, title, category, excerpt, publishedDate, picture } = article;
  return (
    <article className="card">
      <Picture picture={picture} sizes={cardSizes} eager={eager} />
      <DimensionLine>{category}</DimensionLine>
      <h2 className="card__title">
        <span className="drawer">{title}</span>
      </h2>
      <p className="card__text">{excerpt}</p>
      <p className="card__go card__go--dated">
        <CutLink to={`/media/${slug}`} card>
          Read More<span className="vh">: {title}</span>
        </CutLink>
        <time className="card__meta" dateTime={publishedDate}>
          {dayInWords(publishedDate)}
        </time>
      </p>
    </article>
  );
}
