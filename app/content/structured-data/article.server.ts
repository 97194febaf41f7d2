import type { Insight } from '#app/content/articles/insights.server.ts';
import type { MediaArticle } from '#app/content/articles/media.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { pathIn } from '../language.ts';
import { type SiteOf, ids } from './business.server.ts';
import { type GraphNode, type GraphValue, pointer } from './graph-node.server.ts';
import { imageId, imageObject } from './image-object.server.ts';

/** An insight as an article with its dates (ledger SE-3). */
export function insightNodes(site: SiteOf, insight: Insight): GraphNode[] {
  const { slug, title, subtitle, createdAt, updatedAt, image } = insight;
  return articleNodes(site, `/insights/${slug}`, image, {
    headline: title,
    description: subtitle,
    datePublished: createdAt,
    dateModified: updatedAt,
  });
}

/** A media article likewise. */
export function mediaNodes(site: SiteOf, article: MediaArticle): GraphNode[] {
  const { slug, title, category, excerpt, publishedDate, dateModified, image } = article;
  return articleNodes(site, `/media/${slug}`, image, {
    headline: title,
    description: excerpt,
    articleSection: category,
    datePublished: publishedDate,
    dateModified,
  });
}

function articleNodes(
  site: SiteOf,
  path: string,
  image: string,
  said: Record<string, GraphValue>,
): GraphNode[] {
  const { origin, language } = site;
  const url = origin + pathIn(language, path);
  const { business } = ids(origin);
  const lead = picture(image, language);
  const article = {
    '@type': 'Article',
    '@id': `${url}#article`,
    url,
    ...said,
    inLanguage: site.language,
    author: pointer(business),
    publisher: pointer(business),
    image: pointer(imageId(origin, lead)),
  };
  return [article, imageObject(origin, lead)];
}
