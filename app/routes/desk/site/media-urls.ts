const getBaseUrl = (name: string) =>
  /^[0-9a-f]{64}$/.test(name) ? `/media-files/${name}` : `/pictures/${name}`;

export const getThumbnailUrl = (name: string) => `${getBaseUrl(name)}-480.avif`;

export function getFileUrl(type: 'drawing' | 'file' | 'mark', name: string): string {
  if (type === 'drawing') return `${getBaseUrl(name)}-720.png`;
  return `/media-files/${name}.${type === 'file' ? 'pdf' : 'svg'}`;
}
