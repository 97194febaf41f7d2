// The crop of a HEIC (ISO 23008-12, 6.5.9), which phones write after an edit. libheif 1.23 takes a picture that
// is much larger than its crop for an attack, and does not decode it. So the crop is taken out of the file before,
// and the decoded picture is cropped.

interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Box {
  type: string;
  /** Offsets in the file; the contents begin after the header. */
  start: number;
  end: number;
}

/** One of the transformations that a HEIC declares for its decoded picture. */
type Transformation =
  | { kind: 'crop'; width: number; height: number; right: number; down: number }
  | { kind: 'rotation'; quarterTurnsLeft: number }
  | { kind: 'mirroring'; direction: 'upside-down' | 'left-right' };

interface Size {
  width: number;
  height: number;
}

const BOX_HEADER_BYTES = 8;
const LONG_BOX_HEADER_BYTES = 16;
/** Version and flags, with which some boxes begin. */
const FULL_BOX_BYTES = 4;

/**
 * Removes the crop of the primary picture from the bytes of a HEIC. Returns a function that places the crop in the
 * upright picture of this size, or null without a crop. Throws a RangeError if the file is damaged.
 */
export function takeOutCrop(file: Buffer): ((size: Size) => Rectangle) | null {
  const meta = listBoxes(file, { start: 0, end: file.length }).find(({ type }) => type === 'meta');
  if (!meta) return null;
  const inMeta = listBoxes(file, { ...meta, start: meta.start + FULL_BOX_BYTES });
  const primaryItem = inMeta.find(({ type }) => type === 'pitm');
  const properties = inMeta.find(({ type }) => type === 'iprp');
  if (!primaryItem || !properties) return null;

  const inProperties = listBoxes(file, properties);
  const container = inProperties.find(({ type }) => type === 'ipco');
  const boxes = container ? listBoxes(file, container) : [];
  const itemId = readItemId(file, primaryItem.start + FULL_BOX_BYTES, file[primaryItem.start]! > 0);

  const transformations: Transformation[] = [];
  let hasCrop = false;
  for (const associations of inProperties.filter(({ type }) => type === 'ipma')) {
    for (const association of listAssociations(file, associations, itemId)) {
      const transformation = readTransformation(file, boxes[association.index - 1]);
      if (transformation?.kind === 'crop') {
        hasCrop = true;
        // The number 0 means that there is no property.
        file.fill(0, association.start, association.end);
      }
      if (transformation) transformations.push(transformation);
    }
  }
  return hasCrop ? (size) => placeCrop(transformations, size) : null;
}

function listBoxes(file: Buffer, { start, end }: { start: number; end: number }): Box[] {
  const boxes: Box[] = [];
  let offset = start;
  while (offset + BOX_HEADER_BYTES <= end) {
    const shortSize = file.readUInt32BE(offset);
    const isLong = shortSize === 1;
    const size = isLong
      ? Number(file.readBigUInt64BE(offset + BOX_HEADER_BYTES))
      : shortSize || end - offset;
    const headerBytes = isLong ? LONG_BOX_HEADER_BYTES : BOX_HEADER_BYTES;
    if (size < headerBytes || offset + size > end) return boxes;

    const type = file.toString('latin1', offset + 4, offset + BOX_HEADER_BYTES);
    boxes.push({ type, start: offset + headerBytes, end: offset + size });
    offset += size;
  }
  return boxes;
}

const readItemId = (file: Buffer, offset: number, isLong: boolean) =>
  isLong ? file.readUInt32BE(offset) : file.readUInt16BE(offset);

interface Association {
  /** The number of the property, counted from 1. */
  index: number;
  start: number;
  end: number;
}

/** Returns the properties of an item in the order in which they apply. */
function listAssociations(file: Buffer, { start, end }: Box, itemId: number): Association[] {
  const hasLongIds = file[start]! > 0;
  const indexBytes = file[start + 3]! & 1 ? 2 : 1;
  const associations: Association[] = [];

  let offset = start + FULL_BOX_BYTES + 4;
  while (offset < end) {
    const isItem = readItemId(file, offset, hasLongIds) === itemId;
    offset += hasLongIds ? 4 : 2;
    const count = file.readUInt8(offset++);
    for (let n = 0; n < count; n++, offset += indexBytes) {
      // The first bit says that readers must know the property.
      const index = file.readUIntBE(offset, indexBytes) & (indexBytes === 2 ? 0x7fff : 0x7f);
      if (isItem) associations.push({ index, start: offset, end: offset + indexBytes });
    }
  }
  return associations;
}

function readTransformation(file: Buffer, box: Box | undefined): Transformation | null {
  if (!box) return null;

  switch (box.type) {
    case 'clap': {
      const [width, height, right, down] = [0, 8, 16, 24].map(
        (offset) =>
          file.readInt32BE(box.start + offset) / file.readUInt32BE(box.start + offset + 4),
      ) as [number, number, number, number];
      return { kind: 'crop', width, height, right, down };
    }
    case 'irot':
      return { kind: 'rotation', quarterTurnsLeft: file[box.start]! & 3 };
    case 'imir':
      return { kind: 'mirroring', direction: file[box.start]! & 1 ? 'left-right' : 'upside-down' };
    default:
      return null;
  }
}

/** Follows the crop through the turns that come after it: they are done to the whole picture. */
function placeCrop(transformations: readonly Transformation[], upright: Size): Rectangle {
  const quarterTurns = transformations.reduce(
    (sum, each) => sum + (each.kind === 'rotation' ? each.quarterTurnsLeft : 0),
    0,
  );
  let picture = quarterTurns % 2 === 0 ? upright : swapSides(upright);
  let rectangle: Rectangle = { left: 0, top: 0, ...picture };

  for (const each of transformations) {
    if (each.kind === 'crop') rectangle = cropRectangle(rectangle, each);
    else if (each.kind === 'mirroring') rectangle = mirror(rectangle, picture, each.direction);
    else {
      for (let turns = 0; turns < each.quarterTurnsLeft; turns++) {
        const { left, top, width } = rectangle;
        rectangle = { left: top, top: picture.width - left - width, ...swapSides(rectangle) };
        picture = swapSides(picture);
      }
    }
  }
  return rectangle;
}

const swapSides = ({ width, height }: Size): Size => ({ width: height, height: width });

/** A crop is given by its size and by how far its middle lies right of and below the middle of the picture. */
function cropRectangle(
  picture: Rectangle,
  { width, height, right, down }: Extract<Transformation, { kind: 'crop' }>,
): Rectangle {
  const left = Math.max(0, Math.floor((picture.width - width) / 2 + right));
  const top = Math.max(0, Math.floor((picture.height - height) / 2 + down));
  const visibleSize = {
    width: Math.min(Math.round(width), picture.width - left),
    height: Math.min(Math.round(height), picture.height - top),
  };
  const isVisible = visibleSize.width > 0 && visibleSize.height > 0;
  if (!isVisible) throw new RangeError('the crop shows nothing');
  return { left: picture.left + left, top: picture.top + top, ...visibleSize };
}

function mirror(
  rectangle: Rectangle,
  picture: Size,
  direction: 'upside-down' | 'left-right',
): Rectangle {
  const { left, top, width, height } = rectangle;
  return direction === 'left-right'
    ? { ...rectangle, left: picture.width - left - width }
    : { ...rectangle, top: picture.height - top - height };
}
