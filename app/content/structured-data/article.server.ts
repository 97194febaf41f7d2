import type { Insight } from '#app/content/articles/insights.server.ts';
import type { MediaArticle } from '#app/content/articles/media.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { ids } from './business.server.ts';
import { type GraphNode, type GraphValue, pointer } from './graph-node.server.ts';
import { imageId, imageObject } from './image-object.server.ts';

/** An insight as an article with its dates (ledger SE-3). */
export function insightNodes(origin: string, insight: Insight): GraphNode[] {
  const { slug, title, subtitle, createdAt, updatedAt, image } = insight;
  return articleNodes(origin, `/insights/${slug}`, image, {
    headline: title,
    description: subtitle,
    datePublished: createdAt,
    dateModified: updatedAt,
  });
}

/** A media article likewise. */
export function mediaNodes(origin: string, article: MediaArticle): GraphNode[] {
  const { slug, title, category, excerpt, publishedDate, dateModified, image } = article;
  return articleNodes(origin, `/media/${slug}`, image, {
    headline: title,
    description: excerpt,
    articleSection: category,
    datePublished: publishedDate,
    dateModified,
  });
}

function articleNodes(
  origin: string,
  path: string,
  image: string,
  said: Record<string, GraphValue>,
): GraphNode[] {
  const url = origin + path;
  const { business } = ids(origin);
  const lead = picture(image);
  const article = {
    '@type': 'Article',
    '@id': `${url}#article`,
    url,
    ...said,
    inLanguage: 'en',
    author: pointer(business),
    publisher: pointer(business),
    image: pointer(imageId(origin, lead)),
  };
  return [article, imageObject(origin, lead)];
}
