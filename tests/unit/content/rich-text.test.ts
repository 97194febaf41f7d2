import { Tokenizer } from 'marked';
import { defaultTreeAdapter } from 'parse5';
import { expect, test, vi } from 'vitest';
import { config } from '#app/config.server.ts';
import { renderInsightsFeed } from '#app/content/articles/insights-feed.server.ts';
import {
  parseMarkdown,
  parseMarkdownItems,
  parseMarkdownLine,
  parseRichText,
  renderRichHtml,
  type RichNode,
} from '#app/content/articles/rich-text.server.ts';

/** Writes a tree as one line, similar to its HTML. */
function formatTree(nodes: RichNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const attribute = node.href ?? node.start;
      return `<${node.tag}${attribute === undefined ? '' : ` ${attribute}`}>${formatTree(node.children)}</>`;
    })
    .join('');
}

const parseAndFormat = (html: string) => formatTree(parseRichText(html));

test('P-9 keeps the allowed elements', () => {
  expect(
    parseAndFormat('<h2>A</h2><p>b <strong>c</strong><br><em>d</em></p><ul><li>e</li></ul>'),
  ).toBe('<h2>A</><p>b <strong>c</><br></><em>d</></><ul><li>e</></>');
  expect(parseAndFormat('<blockquote><p>a</p></blockquote><ol><li><p>b</p></li></ol>')).toBe(
    '<blockquote><p>a</></><ol><li><p>b</></></>',
  );
});

const hostile = [
  ['<script>alert(1)</script><p>a</p>', '<p>a</>'],
  ['<style>p{display:none}</style>a', 'a'],
  ['<p onclick="x()" style="color:red" class="b">a</p>', '<p>a</>'],
  ['<img src=x onerror=alert(1)>a', 'a'],
  ['<svg><a xlink:href="javascript:1"><text>x</text></a></svg>a', 'a'],
  ['<iframe srcdoc="<p>x</p>"></iframe>a', 'a'],
  ['<template><p>x</p></template>a', 'a'],
  ['<math><mtext><p>x</p></mtext></math>a', 'a'],
  ['<noscript><p title="</noscript><img src=x onerror=1>">', '">'],
  ['<!-- <p>x</p> --><p>a</p>', '<p>a</>'],
  ['<form action="/x"><input name="y"><button>a</button></form>', 'a'],
  ['<div><section><p>a</p></section></div>', '<p>a</>'],
  ['&lt;script&gt;', '<script>'],
] as const;

test.each(hostile)('P-9 turns %j into %j', (html, expected) => {
  expect(parseAndFormat(html)).toBe(expected);
});

const links = [
  ['https://a.example/x?y=1#z', '<a https://a.example/x?y=1#z>t</>'],
  ['mailto:info@drys.example', '<a mailto:info@drys.example>t</>'],
  ['/contact?about=roche', '<a /contact?about=roche>t</>'],
  ['#oak', '<a #oak>t</>'],
  ['www.a.example/x', '<a https://www.a.example/x>t</>'],
  ['info@drys.example', '<a mailto:info@drys.example>t</>'],
  ['www.maria@mail.example', '<a mailto:www.maria@mail.example>t</>'],
  ['www.a.example/@drys.wood', '<a https://www.a.example/@drys.wood>t</>'],
  [`${config().publicUrl}/el/about?x=1#y`, '<a /el/about?x=1#y>t</>'],
  ['javascript:alert(1)', 't'],
  [' java\nscript:alert(1)', 't'],
  ['JaVaScRiPt&colon;alert(1)', 't'],
  ['data:text/html,<p>x', 't'],
  ['vbscript:x', 't'],
  ['blob:https://a.example/1', 't'],
  ['http://[', 't'],
] as const;

test.each(links)('P-9 shows a link to %j as %j', (href, expected) => {
  expect(parseAndFormat(`<a href="${href}">t</a>`)).toBe(expected);
});

test('P-9 never nests elements that HTML does not allow to nest', () => {
  expect(parseAndFormat('<p>a<button><p>b</p></button></p>')).toBe('<p>ab</>');
  expect(
    parseAndFormat('<a href="/x"><object></object>a<table><td><a href="/y">b</a></td></table></a>'),
  ).toBe('<a /x>ab</>');
  expect(parseAndFormat('<li>a</li><ul>b<p>c</p></ul>')).toBe('a<ul>bc</>');
  expect(parseAndFormat('<h2><p>a</p></h2>')).toBe('<h2>a</>');
});

test.each([
  [
    '# A\n\nb **c** *d*\ne\n\n- f\n- g',
    '<h2>A</><p>b <strong>c</> <em>d</><br></>e</><ul><li>f</><li>g</></>',
  ],
  ['1. *a*\n   *b*\n\n> q', '<ol><li><em>a</><br></><em>b</></></><blockquote><p>q</></>'],
  ['##### Small\n\n| a | b |\n|---|---|\n| c | d |', '<h4>Small</><p>a | b<br></>c | d</>'],
  [
    '[a](/contact) <https://e.example> b@e.example',
    '<p><a /contact>a</> <a https://e.example/>https://e.example</> <a mailto:b@e.example>b@e.example</></>',
  ],
  ['a <script>alert(1)</script> b', '<p>a  b</>'],
  ['![x](https://evil.example/x.png "t")[l](javascript:alert(1))', '<p>l</>'],
  ['<style>\np{}\n</style>\n\n`<b>`', '<p><b></>'],
  ['[x]: javascript:alert(1)\n\n[x]', '<p>x</>'],
  [
    'Ages 1~3 and 80~100 cm, ~5 kg, ~~900~~ 700',
    '<p>Ages 1~3 and 80~100 cm, ~5 kg, ~~900~~ 700</>',
  ],
  ['2024. Was a good year', '<ol 2024><li>Was a good year</></>'],
  [
    '1. Cut\n\nWait\n\n2. Glue\n3. Sand',
    '<ol><li>Cut</></><p>Wait</><ol 2><li>Glue</><li>Sand</></>',
  ],
  ['0. Zero', '<ol 0><li>Zero</></>'],
  ['<ol start="-1"><li>a</li></ol>', '<ol><li>a</></>'],
  ['a\n\n\tb *c*\n\n    d', '<p>a</><p>\tb <em>c</></><p>    d</>'],
  ['```\n120 x 60\n<b> & c\n```', '<p>120 x 60<br></><b> & c</>'],
  // Measures, with the sign that a keyboard has.
  ['Doors of 200*90*3 and **210*80*4** cm', '<p>Doors of 200*90*3 and <strong>210*80*4</> cm</>'],
  ['2**3 or 4**5, and 6*x*', '<p>2**3 or 4**5, and 6<em>x</></>'],
  // As Word copies a list, and Google Docs and Word in a PDF.
  [
    'We make\n•\tdoors\n·\tstairs\n• 5 • 6',
    '<p>We make</><ul><li>doors</><li>stairs</><li>5 • 6</></>',
  ],
  [
    '● doors\n○ stairs\n■ beams\n\uf0b7 \tdecks\n\uf0a7\tframes',
    '<ul><li>doors</><li>stairs</><li>beams</><li>decks</><li>frames</></>',
  ],
  ['- a\n\n  ```\n  b\n  c\n  ```', '<ul><li><p>a</>\n<p>b<br></>c</>\n</></>'],
  ['[call](tel:+302295000000)', '<p><a tel:+302295000000>call</></>'],
  ['Oak[^1].\n\n[^1]: Quercus.', '<p>Oak[^1].</><p>[^1]: Quercus.</>'],
  [
    'Oak[^1].\n\n[^1]: https://e.example',
    '<p>Oak[^1].</><p>[^1]: <a https://e.example/>https://e.example</></>',
  ],
])('PB-6 renders the Markdown %j as %j', (text, expected) => {
  expect(formatTree(parseMarkdown(text))).toBe(expected);
});

const LONG = 10_000;
const repeatPart = (part: string) => part.repeat(Math.ceil(LONG / part.length)).slice(0, LONG);
test.each([
  '>',
  '> ',
  '- ',
  '1. ',
  '>-',
  '[',
  '![',
  '*a **',
  '_a __',
  '[a](',
  '<',
  '<div>',
  '<a ',
  '`',
  '~~a ~',
  '\\',
  'a\n',
  '> *',
  '(',
  '&',
  'http://',
  '|',
])('PB-10 renders a text that repeats only %j', (part) => {
  expect(() => renderRichHtml(parseMarkdown(repeatPart(part)), target)).not.toThrow();
});

test('PB-10 splits an endless word without the loss of a letter', () => {
  const text = renderRichHtml(parseMarkdown(repeatPart('a_')), target).replace(/<.*?>/g, '');
  expect(Math.max(...text.split(' ').map(({ length }) => length))).toBe(1500);
  expect(text.replaceAll(' ', '')).toBe(repeatPart('a_'));
});

const target = { origin: 'https://d.example', language: 'en' } as const;

test('VP-3 starts a step at each level-3 heading, after an introduction', () => {
  const { intro, items } = parseMarkdownItems(
    'before\n\n### One *more* (1 week)\n\na\n\n- b\n\n### Two\n\nc',
  );
  expect(formatTree(intro)).toBe('<p>before</>');
  expect(items.map(({ title, nodes }) => [title, formatTree(nodes)])).toEqual([
    ['One more (1 week)', '<p>a</><ul><li>b</></>'],
    ['Two', '<p>c</>'],
  ]);
  const withoutItem = parseMarkdownItems('## No item');
  expect([formatTree(withoutItem.intro), withoutItem.items]).toEqual(['<h2>No item</>', []]);
});

const countElements = (nodes: readonly RichNode[]): number =>
  nodes.reduce(
    (sum, node) => sum + (typeof node === 'string' ? 0 : 1 + countElements(node.children)),
    0,
  );

const openElements = (tag: string, count: number) =>
  Array.from({ length: count }, (_, id) => `<${tag} id=${id}>`).join('');

test.each([
  ['nested elements', `${'<blockquote>'.repeat(10_000)}deep`],
  ['unclosed elements and paragraphs', openElements('em', 600) + '<p>deep'.repeat(600)],
  ['few unclosed elements and many paragraphs', openElements('em', 50) + '<p>deep'.repeat(1500)],
])('PB-10 shows too many %s as plain text', (_, text) => {
  const createElement = vi.spyOn(defaultTreeAdapter, 'createElement');
  const nodes = parseMarkdown(text);
  expect(createElement.mock.calls.length).toBeLessThanOrEqual(10_000);
  expect(formatTree(nodes).replace(/ /g, '')).toBe(`<p>${text.replace(/ /g, '')}</>`);
});

test.each([
  ['*', '*a '.repeat(1667) + ' a*'.repeat(1667)],
  ['**', '*_'.repeat(2500) + 'a' + '_*'.repeat(2500)],
  ['[', '['.repeat(2000) + 'a' + '](/b)'.repeat(1600)],
  ['>', '>'.repeat(10_000)],
  ['- ', '- '.repeat(5000)],
  [
    'indented lists',
    Array.from({ length: 90 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  ],
])('PB-10 limits the nesting of %s without losing a letter', (_, text) => {
  const tree = formatTree(parseMarkdown(text));
  expect(tree.match(/<\w/g)?.length ?? 0).toBeLessThan(100);
  expect(tree.replace(/[^a]/g, '').length).toBe(text.replace(/[^a]/g, '').length);
});

test('PB-10 reads a million line ends before a word in linear time', () => {
  const text = `${'\n'.repeat(1_000_000)}deep`;
  expect(parseRichText(`<pre>${text}</pre>`)).toEqual([text.slice(1)]);
});

test('PB-10 finds the underline of a heading by a look at the next lines only', () => {
  const readHeading = vi.spyOn(Tokenizer.prototype, 'lheading');
  parseMarkdown(`- ${'a\n'.repeat(LONG / 2)}`);
  const lengths = readHeading.mock.calls.map(([text]) => text.length);
  expect(lengths.length).toBeGreaterThan(LONG / 4);
  expect(Math.max(...lengths)).toBeLessThan(50);
  expect(formatTree(parseMarkdown('Oak\n===\n\n- in two\n  lines\n  ---'))).toBe(
    '<h2>Oak</><ul><li><h2>in two<br></>lines</>\n</></>',
  );
});

test('PB-10 reads a long article with many elements unchanged', () => {
  const list = Array.from({ length: 1600 }, (_, number) => `- *${number % 10}*`).join('\n');
  expect(countElements(parseMarkdown(list))).toBe(1 + 2 * 1600);
});

test.each([
  ['<p>Oak &amp; <em>ash</em><br>a &lt; b</p>', '<p>Oak &amp; <em>ash</em><br>a &lt; b</p>'],
  [
    '<a href="/projects?a=1&amp;b=2">x</a>',
    '<a href="https://d.example/projects?a=1&amp;b=2">x</a>',
  ],
  ['<a href="https://e.example/">x</a>', '<a href="https://e.example/">x</a>'],
  ['<a href="#part">x</a>', '<a href="#part">x</a>'],
  ['<script>x</script><b>bold</b>', 'bold'],
  ['<ol start="2024"><li>x</li></ol>', '<ol start="2024"><li>x</li></ol>'],
])('SE-5 writes %s into the feed as %s', (source, html) => {
  expect(
    renderRichHtml(parseRichText(source), { origin: 'https://d.example', language: 'en' }),
  ).toBe(html);
});

test.each([
  ['/contact', 'https://d.example/el/contact'],
  ['/el/contact', 'https://d.example/el/contact'],
  ['/electric', 'https://d.example/el/electric'],
  [
    '/financial-data/2024/balance-sheet-2024.pdf',
    'https://d.example/financial-data/2024/balance-sheet-2024.pdf',
  ],
  ['/insights/feed.xml', 'https://d.example/el/insights/feed.xml'],
  ['/el', 'https://d.example/el'],
])('SE-5 leads from the Greek feed to %s as %s', (path, url) => {
  const nodes = parseMarkdown(`[x](${path})`);
  expect(renderRichHtml(nodes, { origin: 'https://d.example', language: 'el' })).toContain(
    `href="${url}"`,
  );
});

test.each([
  ['Oak, oiled. [Ask](/contact)', 'Oak, oiled. <a /contact>Ask</>'],
  ['**Oil** [Ask](/contact)', '<strong>Oil</> <a /contact>Ask</>'],
  ['1. Oak # < 2 mm', '1. Oak # < 2 mm'],
  ['<script>alert(1)</script>Oak', 'Oak'],
  ['', ''],
])('P-7 PB-6 reads links and emphasis in the caption %j', (caption, tree) => {
  expect(formatTree(parseMarkdownLine(caption))).toBe(tree);
});

test('SE-5 contains whole articles in the feed: text, quotes, pictures with captions', () => {
  const feed = renderInsightsFeed('https://d.example', 'en');
  expect(feed).toContain('<updated>2022-09-05T09:00:00.000Z</updated>');
  expect(feed).toContain('&lt;h2&gt;Buy well&lt;/h2&gt;');
  expect(feed).toContain('&lt;blockquote&gt;&lt;p&gt;If you have to fill a gap');
  expect(feed).toMatch(/src=&quot;https:\/\/d\.example\/media-files\/[0-9a-f]{16}-960\.jpg&quot;/);
  expect(feed).toContain('&lt;figcaption&gt;Oak boards. The dark lines are the tree’s years');
});
