/** Returns the URL of the smallest size of a stored picture, published or not. */
export const getThumbnailUrl = (name: string): string => `/media-files/${name}-480.avif`;

/** Returns the URL of a stored file, published or not: a PDF, an SVG, or the smaller size of a drawing. */
export function getFileUrl(type: 'drawing' | 'file' | 'mark', name: string): string {
  const suffix = { drawing: '-720.png', file: '.pdf', mark: '.svg' }[type];
  return `/media-files/${name}${suffix}`;
}
