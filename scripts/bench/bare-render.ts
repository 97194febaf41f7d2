import { Writable } from 'node:stream';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type ReactNode, createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

type Node = DefaultTreeAdapterTypes.Node;

/** A page as elements that React has nothing to do for but to write them: what rendering costs at least. */
export function bareElements(html: string): ReactNode {
  return asReact(parse(html));
}

function asReact(node: Node): ReactNode {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  const children = 'childNodes' in node ? node.childNodes.map(asReact) : [];
  if (!('tagName' in node)) return createElement('div', null, ...children);
  // Without their text: React would want it as a property.
  if (['script', 'style', 'template'].includes(node.tagName)) return createElement(node.tagName);
  const attributes = node.attrs.map(({ name, value }) => [`data-${name}`, value] as const);
  return createElement(node.tagName, Object.fromEntries(attributes), ...children);
}

/** Renders elements to their last byte, as the site's own pages are. */
export function renderBare(elements: ReactNode): Promise<void> {
  return new Promise((resolve, reject) => {
    const sink = new Writable({ write: (_, __, next) => next() });
    sink.on('finish', resolve).on('error', reject);
    const { pipe } = renderToPipeableStream(elements, {
      onAllReady: () => pipe(sink),
      onError: reject,
    });
  });
}
