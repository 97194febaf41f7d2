import type { Block } from './blocks.server.ts';
import { company } from '#app/content/texts/company.ts';
import { type Insight, insights } from './insights.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { escapeMarkup as xml, richHtml } from './rich-html.server.ts';
import { feed, insightsPage } from '#app/content/texts/site-pages.ts';

/** The insights as an Atom feed (RFC 4287), newest first (ledger SE-5). */
export function insightsFeed(origin: string): string {
  const entries = insights.toReversed().map((insight) => entryOf(insight, origin));
  const updated = insights.map(({ updatedAt }) => updatedAt).sort();
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${xml(origin + feed.path)}</id>
  <title>${xml(feed.title)}</title>
  <subtitle>${xml(insightsPage.description)}</subtitle>
  <updated>${instant(updated.at(-1) ?? '1970-01-01')}</updated>
  <author><name>${xml(company.name)}</name><uri>${xml(origin)}/</uri></author>
  <link rel="self" type="application/atom+xml" href="${xml(origin + feed.path)}"/>
  <link rel="alternate" type="text/html" href="${xml(origin)}/insights"/>
  <icon>${xml(origin)}/icon-192.png</icon>
${entries.join('')}</feed>
`;
}

function entryOf(insight: Insight, origin: string): string {
  const { id, slug, title, subtitle, createdAt, updatedAt, image, content } = insight;
  const blocks: readonly Block[] = content;
  const lead = pictureHtml(image, picture(image).alt, origin);
  const html = lead + blocks.map((block) => blockHtml(block, origin)).join('');
  return `  <entry>
    <id>tag:${new URL(origin).hostname},${createdAt}:insights/${id}</id>
    <title>${xml(title)}</title>
    <published>${instant(createdAt)}</published>
    <updated>${instant(updatedAt)}</updated>
    <link rel="alternate" type="text/html" href="${xml(`${origin}/insights/${slug}`)}"/>
    <summary>${xml(subtitle)}</summary>
    <content type="html">${xml(html)}</content>
  </entry>
`;
}

function blockHtml(block: Block, origin: string): string {
  if (block.type === 'text') return richHtml(block.nodes, origin);
  if (block.type === 'image') return pictureHtml(block.src, block.alt, origin, block.caption);
  const author = block.author ? `<p>${xml(block.author)}</p>` : '';
  return `<blockquote><p>${xml(block.quote)}</p>${author}</blockquote>`;
}

function pictureHtml(name: string, alt: string, origin: string, caption = ''): string {
  const { width, height } = picture(name);
  const size = `width="960" height="${Math.round((960 * height) / width)}"`;
  const image = `<img src="${xml(`${origin}/pictures/${name}-960.jpg`)}" alt="${xml(alt)}" ${size}>`;
  return `<figure>${image}${caption && `<figcaption>${xml(caption)}</figcaption>`}</figure>`;
}

/** A day of the content as the instant it begins. */
function instant(day: string): string {
  return `${day}T00:00:00Z`;
}
