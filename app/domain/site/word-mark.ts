import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';

const SHAPES = new Set('path rect circle ellipse line polyline polygon'.split(' '));
// Geometry and colours only: no references, ids or event handlers.
const ATTRIBUTES = new Set(
  `d points x y width height rx ry cx cy r x1 y1 x2 y2 transform fill fill-rule fill-opacity opacity stroke
  stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
  stroke-opacity display visibility`.split(/\s+/),
);
const SIZE_ATTRIBUTES = new Set(['width', 'height']);
const NONE = new Set<string>();
// Numbers, colours and lists of points; no reference such as url(#id).
const VALUE = /^(?!.*url)[\w\s.,#()%+-]*$/is;
// Four numbers; captures the last two: width and height.
const VIEW_BOX = /^\s*-?[\d.]+[\s,]+-?[\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*$/;
const MAX_DEPTH = 30;

/** Returns an SVG with only the allowed shapes (PB-7), or null without shapes or a viewBox. */
export function sanitizeWordMark(svg: string): string | null {
  const root = parseFragment(svg).childNodes.find(
    (node): node is Tree.Element => 'tagName' in node && node.tagName === 'svg',
  );
  const viewBox = root?.attrs.find(({ name }) => name === 'viewBox')?.value ?? '';
  const [, width, height] = VIEW_BOX.exec(viewBox) ?? [];
  if (!root || !(Number(width) > 0) || !(Number(height) > 0)) return null;
  const content = renderChildren(root, 0);
  const attributes = renderAttributes(root, SIZE_ATTRIBUTES);
  const openingTag = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox.trim()}" width="240" height="80"${attributes}>`;
  // Titles, groups and closing tags alone draw nothing.
  const hasShape = /<(?!title|g|\/)/.test(content);
  return hasShape ? `${openingTag}${content}</svg>\n` : null;
}

function renderChildren(parent: Tree.Element, depth: number): string {
  return parent.childNodes
    .filter((node): node is Tree.Element => 'tagName' in node)
    .map((element) => renderElement(element, depth))
    .join('');
}

function renderElement(element: Tree.Element, depth: number): string {
  const { tagName: tag } = element;
  if (tag === 'title') return depth === 0 ? `<title>${renderText(element)}</title>` : '';
  if (SHAPES.has(tag)) return `<${tag}${renderAttributes(element)}/>`;
  if (tag !== 'g' || depth > MAX_DEPTH) return '';
  return `<g${renderAttributes(element)}>${renderChildren(element, depth + 1)}</g>`;
}

/** Returns the allowed attributes. A `style` property overrides an attribute, as in SVG. */
function renderAttributes({ attrs }: Tree.Element, excludedNames = NONE): string {
  const values = new Map(attrs.map(({ name, value }) => [name, value]));
  for (const declaration of (values.get('style') ?? '').split(';')) {
    const [name = '', value = ''] = declaration.split(':');
    values.set(name.trim(), value.trim());
  }
  return [...values]
    .filter(
      ([name, value]) => ATTRIBUTES.has(name) && VALUE.test(value) && !excludedNames.has(name),
    )
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

function renderText({ childNodes }: Tree.Element): string {
  const text = childNodes.map((node) => ('value' in node ? node.value : '')).join('');
  return text.replace(/\p{C}+/gu, ' ').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
