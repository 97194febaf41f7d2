import { expect, test } from 'vitest';
import { sanitizeWordMark } from '#app/domain/site/word-mark.ts';

const PATH = '<path d="M10 10h80v80z"/>';
const mark = (content: string) => `<svg viewBox="0 0 300 100">${content}</svg>`;
const cleaned = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" width="240" height="80">${content}</svg>\n`;

test.each([
  ['shapes', PATH, PATH],
  [
    'Illustrator’s switch',
    `<switch><foreignObject requiredExtensions="&ns_ai;" width="1" height="1"><i:pgfRef xlink:href="#a"/></foreignObject><g i:extraneous="self">${PATH}</g></switch>`,
    `<g><g>${PATH}</g></g>`,
  ],
  [
    'the first choice of a switch that can be drawn',
    `<switch><g requiredExtensions="x"><rect/></g>${PATH}<circle r="1"/></switch>`,
    `<g>${PATH}</g>`,
  ],
  [
    'what follows foreign objects',
    `<foreignObject/>${PATH}<foreignObject><div>a</div></foreignObject>${PATH}`,
    PATH + PATH,
  ],
  ['shapes in a link', `<a href="https://e.example" onclick="x()">${PATH}</a>`, `<g>${PATH}</g>`],
  [
    'a nested drawing',
    `<svg x="10" viewBox="0 0 9 9" width="50" onload="x()">${PATH}</svg>`,
    `<svg x="10" width="50" viewBox="0 0 9 9">${PATH}</svg>`,
  ],
  [
    'copied shapes, where they are',
    `<defs>${PATH.replace('<path', '<path id="p"')}</defs><use xlink:href="#p"/><use href="#p" x="100" fill="#fff"/>`,
    `<g><g transform="translate(0 0)">${PATH}</g></g><g fill="#fff"><g transform="translate(100 0)">${PATH}</g></g>`,
  ],
  [
    'copied symbols',
    `<symbol id="s" viewBox="0 0 9 9">${PATH}</symbol><use href="#s" width="50" height="20" y="5px"/>`,
    `<g><g transform="translate(0 5)"><svg width="50" height="20" viewBox="0 0 9 9">${PATH}</svg></g></g>`,
  ],
  [
    'no copies of other files, of themselves or of copies',
    `<g id="a">${PATH}<use href="#a"/></g><use href="https://e.example/#a"/><use href="#b"/>`,
    `<g>${PATH}<g><g transform="translate(0 0)"><g>${PATH}</g></g></g></g>`,
  ],
])('PB-7 keeps %s', (_, content, expected) => {
  const svg = sanitizeWordMark(mark(content));
  expect(svg).toBe(cleaned(expected));
  expect(sanitizeWordMark(svg!), 'the same again').toBe(svg);
});

test('PB-7 PB-10 rebuilds a word-mark from its shapes only', () => {
  const hostile = `<title>A &amp; &lt;b></title><script>alert(1)</script><style>*{}</style>
    <g onclick="x()" style="fill: url(https://evil.example); stroke: #fff">
    <path d="M0 0h9" fill="url(#a)" href="https://evil.example"/><use href="#a"/>
    <image href="https://evil.example/x.png"/><foreignObject><iframe src="/"/></foreignObject></g>
    <animate attributeName="href"/><a href="javascript:x()"><rect width="2"/></a>`;
  expect(sanitizeWordMark(mark(hostile).replace('<svg', '<svg onload="x()" id="a"'))).toBe(
    cleaned(
      '<title>A &#38; &#60;b&#62;</title><g stroke="#fff"><path d="M0 0h9"/></g><g><rect width="2"/></g>',
    ),
  );
});

test.each([
  ['no drawing', '%PDF-'],
  ['a drawing without its measures', `<svg>${PATH}</svg>`],
  ['text', mark('<text>Acme</text>')],
  ['nothing but groups', mark('<g><a><svg></svg></a></g>')],
  ['groups without an end', mark(`${'<g>'.repeat(9000)}${PATH}`)],
  ['a copy too many', mark(`<g id="a">${PATH.repeat(500)}</g>${'<use href="#a"/>'.repeat(100)}`)],
])('PB-7 refuses %s', (_, svg) => {
  expect(sanitizeWordMark(svg)).toBeNull();
});
