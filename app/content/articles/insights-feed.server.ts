import {
  getPicturePath,
  JPEG_WIDTH,
  type PictureData,
} from '#app/content/catalogue/pictures.server.ts';
import { getLocalizedPath, type Language } from '#app/content/language.ts';
import { getCompanyTexts } from '#app/content/texts/company.server.ts';
import { FEED_PATH, getPageTexts } from '#app/content/texts/site.server.ts';
import { percentEncodePath } from '#app/unicode.ts';
import { listInsights, presentBlocks, type Insight, type ShownBlock } from './articles.server.ts';
import { renderRichHtml, escapeMarkup as xml, type Site } from './rich-text.server.ts';

// XML 1.0, production 2: readers refuse a feed that holds any other character.
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Returns the Atom feed (RFC 4287) of all insights with their whole text, newest first (SE-5). */
export function renderInsightsFeed(origin: string, language: Language): string {
  const site = { origin, language };
  const insights = listInsights(language);
  const texts = getPageTexts(language);
  const entries = insights.map((insight) => renderEntry(insight, site));
  const modifiedInstants = insights.map(({ modifiedAt }) => modifiedAt).sort();
  // A feed without entries needs a time too.
  const updatedAt = modifiedInstants.at(-1) ?? toInstant('1970-01-01');

  const feedXml = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
  <id>${toXmlUrl(FEED_PATH, site)}</id>
  <title>${xml(texts.feed.title)}</title>
  <subtitle>${xml(texts.insights.description)}</subtitle>
  <updated>${updatedAt}</updated>
  <author><name>${xml(getCompanyTexts(language).name)}</name><uri>${toXmlUrl('/', site)}</uri></author>
  <link rel="self" type="application/atom+xml" href="${toXmlUrl(FEED_PATH, site)}"/>
  <link rel="alternate" type="text/html" href="${toXmlUrl('/insights', site)}"/>
  <icon>${xml(origin)}/icon-192.png</icon>
${entries.join('')}</feed>
`;
  return feedXml.replace(NOT_IN_XML, '');
}

function toXmlUrl(path: string, { origin, language }: Site): string {
  return xml(origin + percentEncodePath(getLocalizedPath(language, path)));
}

function renderEntry(insight: Insight, site: Site): string {
  const { origin, language } = site;
  const { uid, slug, title, subtitle, createdAt, modifiedAt, lead } = insight;
  const [day = '', name = ''] = uid.split('/');
  const blocks = presentBlocks(insight, language);
  const blocksHtml = blocks.map((block) => renderBlock(block, site)).join('');
  const html = renderPicture(lead, origin) + blocksHtml;

  return `  <entry>
    <id>tag:${new URL(origin).hostname},${day}:${getLocalizedPath(language, `/insights/${name}`).slice(1)}</id>
    <title>${xml(title)}</title>
    <published>${toInstant(createdAt)}</published>
    <updated>${modifiedAt}</updated>
    <link rel="alternate" type="text/html" href="${toXmlUrl(`/insights/${slug}`, site)}"/>
    <summary>${xml(subtitle)}</summary>
    <content type="html">${xml(html)}</content>
  </entry>
`;
}

function renderBlock(block: ShownBlock, site: Site): string {
  switch (block.type) {
    case 'text':
      return renderRichHtml(block.nodes, site);
    case 'picture':
    case 'band': {
      const caption = renderRichHtml(block.caption, site);
      return block.picture ? renderPicture(block.picture, site.origin, caption) : '';
    }
    case 'quote': {
      const author = block.author ? `<p>${xml(block.author)}</p>` : '';
      return `<blockquote><p>${xml(block.quote)}</p>${author}</blockquote>`;
    }
    case 'steps':
    case 'questions': {
      const items = block.items.map(({ title, nodes }) => {
        return `<h3>${xml(title)}</h3>${renderRichHtml(nodes, site)}`;
      });
      const intro = renderRichHtml(block.intro, site);
      return `<h2>${xml(block.title)}</h2>${intro}${items.join('')}`;
    }
  }
}

/** The caption is HTML. */
function renderPicture(picture: PictureData, origin: string, caption = ''): string {
  const { alt, width, height } = picture;
  const size = `width="${JPEG_WIDTH}" height="${Math.round((JPEG_WIDTH * height) / width)}"`;
  const src = origin + getPicturePath(picture, `${JPEG_WIDTH}.jpg`);
  const image = `<img src="${xml(src)}" alt="${xml(alt)}" ${size}>`;
  return `<figure>${image}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
}

function toInstant(day: string): string {
  return `${day}T00:00:00Z`;
}
