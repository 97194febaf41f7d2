import { expect, test } from 'vitest';
import { MAILBOX } from '#app/domain/limits.ts';
import { convertHtmlToText } from '#app/domain/mailbox/html-text.ts';
import { separateQuotedText } from '#app/domain/mailbox/quoted-text.ts';

/** Returns a table of one row with these cells. */
const tableOf = (...texts: string[]) =>
  `<table><tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr></table>`;

test.each([
  ['the cells of a row', tableOf('45', '60', '2'), '45 | 60 | 2'],
  ['cells with an empty one between them', tableOf('45', '', '2'), '45 |  | 2'],
  ['cells of paragraphs, as Word writes them', tableOf('<p>45</p>', '<p>60</p>'), '45 | 60'],
  ['words before the cells', tableOf('45', '60').replace('<tr>', '<tr>Sizes:'), 'Sizes:\n45 | 60'],
  ['words in a row without cells', '<table><tr>45</tr></table>', '45'],
  ['rows without end tags', '<table><tr><td>45<td>60<tr><td>90<td>30</table>', '45 | 60\n90 | 30'],
  ['a table that only arranges', tableOf('<p>Dear all,</p><p>yes.</p>'), 'Dear all,\n\nyes.'],
  ['a table in a cell', tableOf(`<div>sizes</div>${tableOf('45', '60')}`), 'sizes\n45 | 60'],
  ['the lines of <pre>', '<pre>\nshelf  45\n  door 60</pre>end', 'shelf  45\n  door 60\nend'],
  [
    'lines of white-space: pre-wrap',
    '<p style="white-space: pre-wrap">shelf 45\n\ndoor 60</p>',
    'shelf 45\n\ndoor 60',
  ],
  [
    'no lines of white-space: normal in <pre>',
    '<pre><span style="white-space:normal">shelf\n45</span></pre>',
    'shelf 45',
  ],
  [
    'where a link leads',
    '<a href="https://a.example/1">the plan</a>, please',
    'the plan (https://a.example/1), please',
  ],
  ['the email of a link', '<a href="mailto:nikos@a.example">Nikos</a>', 'Nikos (nikos@a.example)'],
  [
    'a link of a picture',
    '<a href="https://a.example/1"><img src="cid:x"></a>',
    '(https://a.example/1)',
  ],
  [
    'a link that says where it leads once',
    '<a href="https://a.example/p/">a.example/p</a>',
    'a.example/p',
  ],
  [
    'struck text',
    'deep <s>45</s> 60, <del>two</del> <span style="text-decoration: line-through">three</span> four',
    'deep ~~45~~ 60, ~~two~~ ~~three~~ four',
  ],
  ['struck paragraphs', '<s><p>one</p><p>two</p></s><p>three</p>', '~~one\n\ntwo~~\n\nthree'],
  ['no marks of an empty element', 'a<s></s><sup></sup>b', 'ab'],
  ['raised text', '9<sup>2</sup> m, 3<sup>rd</sup> floor', '9^2 m, 3^rd floor'],
  ['the numbers of a list', '<ol><li>door</li><li><p>shelf</p></li></ol>', '1. door\n2. shelf'],
  [
    'the start of a list, and a number of an item',
    '<ol start="4"><li>door<li value="7">shelf<li>niche</ol>',
    '4. door\n7. shelf\n8. niche',
  ],
  [
    'numbers of a list in a list',
    '<ol><li>door<ul><li>left</li></ul></li><li>shelf</li></ol>',
    '1. door\nleft\n2. shelf',
  ],
  ['the text instead of a picture', 'here: <img alt="niche" src="cid:x">', 'here: [niche]'],
  [
    'words around what nobody sees',
    '<title>t</title><style>p{}</style>a<script>"</p>"</script><!-- c -->b',
    'ab',
  ],
  ['words below a head without an end', '<head><meta charset="utf-8"><p>Dear all</p>', 'Dear all'],
  [
    'quotations within quotations',
    'a<blockquote>b<blockquote>c</blockquote></blockquote>d',
    'a\n> b\n> > c\nd',
  ],
])('AN-4 keeps in the text of HTML %s', (_, html, text) => {
  expect(convertHtmlToText(html).trim()).toBe(text);
});

test("AN-4 does not take Gmail's indentation for a quotation", () => {
  const indented =
    '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">90 x 30</blockquote>';
  expect(separateQuotedText(convertHtmlToText(`Make it<br>${indented}`)).text).toBe(
    'Make it\n90 x 30',
  );
  const quoted = '<blockquote type="cite" style="border: none">ours</blockquote>';
  expect(separateQuotedText(convertHtmlToText(`Yes${quoted}`)).quotedText).toBe('> ours');
});

test('AN-4 takes ">" for a quotation only in preformatted text of HTML', () => {
  const order = 'We would like:<br>&gt; a kitchen in oak<p>&gt; two wardrobes</p>';
  const sizes = tableOf('&gt; 90', '30');
  expect(separateQuotedText(convertHtmlToText(order + sizes))).toMatchObject({
    text: 'We would like:\n > a kitchen in oak\n > two wardrobes\n\n > 90 | 30',
    quotedText: '',
  });
  const quoted = convertHtmlToText('<pre>Yes.\n&gt; ours</pre>\nEleni');
  expect(separateQuotedText(quoted)).toMatchObject({ text: 'Yes.\nEleni', quotedText: '> ours' });
});

const fill = (html: string) => html.repeat(Math.floor((MAILBOX.htmlKb * 1024) / html.length));

// Each input once made the parser build a tree, or search a list of open elements, of quadratic
// size.
test.each([
  [
    'formatting that each paragraph opens again',
    `${Array.from({ length: 8000 }, (_, i) => `<font a${i}>`).join('')}${'<p>x'.repeat(30_000)}`,
  ],
  ['end tags without start tags', `${'<b>'.repeat(30_000)}${'</i>'.repeat(30_000)}x`],
  ['struck text within struck text', fill('<s>x')],
  ['tables within tables', fill('<table><tr><td>x')],
  ['links without ends', fill('<a href="https://a.example">x')],
  [
    'one tag with many attributes',
    `<a ${Array.from({ length: 50_000 }, (_, i) => `a${i}`).join(' ')}>x`,
  ],
])('AN-7 converts %s', (_, html) => {
  expect(convertHtmlToText(html)).toContain('x');
});
