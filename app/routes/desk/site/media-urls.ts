export const getThumbnailUrl = (name: string) => `/media-files/${name}-480.avif`;

export function getFileUrl(type: 'drawing' | 'file' | 'mark', name: string): string {
  const end = { drawing: '-720.png', file: '.pdf', mark: '.svg' }[type];
  return `/media-files/${name}${end}`;
}
