import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { KB, SITE } from '#app/domain/limits.ts';

const SHAPES = new Set('path rect circle ellipse line polyline polygon'.split(' '));
// The link around shapes goes, and the shapes stay.
const GROUPS = new Set('g a switch'.split(' '));
// Geometry and colours only: no references, ids or event handlers. What `use` refers to is copied.
const ATTRIBUTES = new Set(
  `d points x y width height rx ry cx cy r x1 y1 x2 y2 transform fill fill-rule fill-opacity opacity stroke
  stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
  stroke-opacity display visibility`.split(/\s+/),
);
const SIZE_ATTRIBUTES = new Set(['width', 'height']);
const PLACE_ATTRIBUTES = new Set(['x', 'y', 'width', 'height']);
const VIEW_ATTRIBUTES = ['viewBox', 'preserveAspectRatio'];
// Numbers, colours and lists of points; no reference such as url(#id).
const VALUE = /^(?!.*url)[\w\s.,#()%+-]*$/is;
// Four numbers; captures the last two: width and height.
const VIEW_BOX = /^\s*-?[\d.]+[\s,]+-?[\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*$/;
// The start of a tag that draws something: not of a title, a group or a closing tag.
const SHAPE_TAG = /<(?!title|g|svg|\/)/;
const MAX_DEPTH = 30;
/** Characters of the shapes, copies included. */
const MAX_LENGTH = 4 * SITE.markKb * KB;

type ElementsById = ReadonlyMap<string, Tree.Element>;

/**
 * Returns an SVG of 240 × 80 px with only the allowed shapes (PB-7). Returns null without shapes, without a viewBox of a
 * positive size, or if the shapes, copies included, take more than MAX_LENGTH characters.
 */
export function sanitizeWordMark(svg: string): string | null {
  const root = parseFragment(removeForeignObjects(svg)).childNodes.find(
    (node): node is Tree.Element => 'tagName' in node && node.tagName === 'svg',
  );
  const viewBox = root?.attrs.find(({ name }) => name === 'viewBox')?.value ?? '';
  const [, width, height] = VIEW_BOX.exec(viewBox) ?? [];
  const hasSize = Number(width) > 0 && Number(height) > 0;
  if (!root || !hasSize) return null;

  const content = renderChildren(root, 0, new Map(listElementsWithId(root)));
  if (!SHAPE_TAG.test(content) || content.length > MAX_LENGTH) return null;

  const attributes = renderAttributes(root, { except: SIZE_ATTRIBUTES });
  // Our pages set the size of the picture; other programs show it at this one.
  const openingTag = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox.trim()}" width="240" height="80"${attributes}>`;
  return `${openingTag}${content}</svg>\n`;
}

/** Removes data of a drawing program, and HTML. The parser would read `<x/>` in it as never closed. */
function removeForeignObjects(svg: string): string {
  const [start = '', ...parts] = svg.split(/<foreignObject\b/i);
  const textsBetween = parts.map((part) =>
    part
      .split(/^[^>]*\/>|<\/foreignObject\s*>/i)
      .slice(1)
      .join(''),
  );
  return start + textsBetween.join('');
}

const listChildElements = (parent: Tree.Element): Tree.Element[] =>
  parent.childNodes.filter((node): node is Tree.Element => 'tagName' in node);

function listElementsWithId(parent: Tree.Element, depth = 0): [string, Tree.Element][] {
  if (depth > MAX_DEPTH) return [];
  return listChildElements(parent).flatMap((element) => {
    const id = readAttribute(element, 'id');
    const nestedElements = listElementsWithId(element, depth + 1);
    return id === '' ? nestedElements : [[id, element], ...nestedElements];
  });
}

const readAttribute = ({ attrs }: Tree.Element, attributeName: string): string =>
  attrs.find(({ name }) => name === attributeName)?.value ?? '';

function renderChildren(parent: Tree.Element, depth: number, elementsById: ElementsById): string {
  const children = listChildElements(parent)
    .map((element) => renderElement(element, depth, elementsById))
    .filter((markup) => markup !== '');
  return parent.tagName === 'switch' ? (children[0] ?? '') : children.join('');
}

function renderElement(element: Tree.Element, depth: number, elementsById: ElementsById): string {
  const { tagName: tag } = element;
  if (tag === 'title') return depth === 0 ? `<title>${renderText(element)}</title>` : '';
  // No browser knows the extensions of drawing programs.
  if (readAttribute(element, 'requiredExtensions') !== '') return '';
  if (SHAPES.has(tag)) return `<${tag}${renderAttributes(element)}/>`;
  if (depth > MAX_DEPTH) return '';
  if (tag === 'use') return renderCopy(element, depth, elementsById);

  const children = () => renderChildren(element, depth + 1, elementsById);
  if (GROUPS.has(tag)) return `<g${renderAttributes(element)}>${children()}</g>`;
  if (tag !== 'svg') return '';
  const view = renderNamedAttributes(element, VIEW_ATTRIBUTES);
  return `<svg${renderAttributes(element)}${view}>${children()}</svg>`;
}

/** Draws what `use` copies from the same file. A copy contains no copies, which could multiply without end. */
function renderCopy(use: Tree.Element, depth: number, elementsById: ElementsById): string {
  const target = elementsById.get(readAttribute(use, 'href').replace(/^#/, ''));
  if (!target) return '';

  const [x, y] = [readAttribute(use, 'x'), readAttribute(use, 'y')].map(
    (coordinate) => parseFloat(coordinate) || 0,
  );
  const groupAttributes = renderAttributes(use, { except: PLACE_ATTRIBUTES });
  const openingTags = `<g${groupAttributes}><g transform="translate(${x} ${y})">`;
  if (target.tagName !== 'symbol')
    return `${openingTags}${renderElement(target, depth + 2, new Map())}</g></g>`;

  const size = renderNamedAttributes(use, [...SIZE_ATTRIBUTES]);
  const view = renderNamedAttributes(target, VIEW_ATTRIBUTES);
  const attributes = renderAttributes(target, { except: SIZE_ATTRIBUTES });
  const shapes = renderChildren(target, depth + 3, new Map());
  return `${openingTags}<svg${attributes}${size}${view}>${shapes}</svg></g></g>`;
}

function renderNamedAttributes({ attrs }: Tree.Element, names: readonly string[]): string {
  return attrs
    .filter(({ name, value }) => names.includes(name) && VALUE.test(value))
    .map(({ name, value }) => ` ${name}="${value}"`)
    .join('');
}

/** Returns the allowed attributes. A `style` property overrides an attribute, as in SVG. */
function renderAttributes(
  { attrs }: Tree.Element,
  { except }: { except?: ReadonlySet<string> } = {},
): string {
  const values = new Map(attrs.map(({ name, value }) => [name, value]));
  for (const declaration of (values.get('style') ?? '').split(';')) {
    const [name = '', value = ''] = declaration.split(':');
    values.set(name.trim(), value.trim());
  }
  return [...values]
    .filter(([name, value]) => ATTRIBUTES.has(name) && !except?.has(name) && VALUE.test(value))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

function renderText({ childNodes }: Tree.Element): string {
  const text = childNodes.map((node) => ('value' in node ? node.value : '')).join('');
  return text.replace(/\p{C}+/gu, ' ').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
