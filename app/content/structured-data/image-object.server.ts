import type { PictureData } from '#app/content/catalogue/pictures.server.ts';
import type { GraphNode } from './graph-node.server.ts';

/** The width of the file that every reader of pictures understands. */
const WIDTH = 960;

/** The `@id` of a picture, which is the address of its JPEG. */
export function imageId(origin: string, { name }: Pick<PictureData, 'name'>): string {
  return `${origin}/pictures/${name}-${WIDTH}.jpg`;
}

/** A picture; `creditText` names its photographer, empty where nobody is named. */
export function imageObject(
  origin: string,
  picture: PictureData,
  creditText: string = '',
): GraphNode {
  const id = imageId(origin, picture);
  return {
    '@type': 'ImageObject',
    '@id': id,
    contentUrl: id,
    width: WIDTH,
    height: Math.round((WIDTH * picture.height) / picture.width),
    caption: picture.alt,
    creditText,
  };
}
