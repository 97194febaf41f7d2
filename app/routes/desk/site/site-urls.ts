import { href } from 'react-router';
import type { KindName } from '#app/content/kinds.server.ts';

/** Returns the URL of the smallest size of a stored picture, published or not. */
export const getThumbnailUrl = (name: string): string => `/media-files/${name}-480.avif`;

/** Returns the URL of a stored file, published or not: a PDF, an SVG, or the smaller size of a drawing. */
export function getFileUrl(type: 'drawing' | 'file' | 'mark', name: string): string {
  const suffix = { drawing: '-720.png', file: '.pdf', mark: '.svg' }[type];
  return `/media-files/${name}${suffix}`;
}

/** Returns the path of the list of a kind, or of its bin, at a page of it. */
export function getEntryListPath(kind: KindName, { isInBin = false, page = 1 } = {}): string {
  const parameters: string[] = [];
  if (isInBin) parameters.push('bin');
  if (page > 1) parameters.push(`page=${page}`);

  const path = href('/admin/dashboard/site/:kind', { kind });
  return parameters.length > 0 ? `${path}?${parameters.join('&')}` : path;
}
