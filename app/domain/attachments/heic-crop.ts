// The crop of a HEIC (ISO 23008-12, 6.5.9), which phones write after an edit. libheif 1.23 takes a picture that
// is much larger than its crop for an attack, and does not decode it. So the crop is taken out of the file before,
// and the decoded picture is cropped.

interface Size {
  width: number;
  height: number;
}

interface Rectangle extends Size {
  left: number;
  top: number;
}

/** A place in the file; `end` is exclusive. */
interface Range {
  start: number;
  end: number;
}

/** One of the transformations that a HEIC declares for its decoded picture. */
type Transformation =
  | {
      kind: 'crop';
      width: number;
      height: number;
      right: number;
      down: number;
      /** Where the file says that the picture has this crop. */
      association: Range;
    }
  | { kind: 'rotation'; quarterTurnsLeft: number }
  | { kind: 'mirroring'; direction: 'upside-down' | 'left-right' };

interface Box extends Range {
  type: string;
}

const BOX_HEADER_BYTES = 8;
const LONG_BOX_HEADER_BYTES = 16;
/** Version and flags, with which some boxes begin. */
const FULL_BOX_BYTES = 4;
const ITEM_COUNT_BYTES = 4;
/** A numerator and a denominator. */
const FRACTION_BYTES = 8;

const META = 'meta';
const PRIMARY_ITEM = 'pitm';
const ITEM_PROPERTIES = 'iprp';
const PROPERTY_CONTAINER = 'ipco';
const PROPERTY_ASSOCIATIONS = 'ipma';
const CROP = 'clap';
const ROTATION = 'irot';
const MIRRORING = 'imir';

/** Lists the transformations of the primary picture in their order. Throws a RangeError if the file is damaged. */
export function listTransformations(file: Buffer): Transformation[] {
  const meta = findBox(listBoxes(file, { start: 0, end: file.length }), META);
  if (!meta) return [];

  const metaBoxes = listBoxes(file, { start: meta.start + FULL_BOX_BYTES, end: meta.end });
  const primaryItem = findBox(metaBoxes, PRIMARY_ITEM);
  const properties = findBox(metaBoxes, ITEM_PROPERTIES);
  if (!primaryItem || !properties) return [];

  // The first byte of a full box is its version; from 1 on, ids have four bytes.
  const hasLongId = file[primaryItem.start]! > 0;
  const itemId = readItemId(file, primaryItem.start + FULL_BOX_BYTES, hasLongId);
  const propertiesBoxes = listBoxes(file, properties);
  const container = findBox(propertiesBoxes, PROPERTY_CONTAINER);
  const propertyBoxes = container ? listBoxes(file, container) : [];

  return propertiesBoxes
    .filter(({ type }) => type === PROPERTY_ASSOCIATIONS)
    .flatMap((associations) => listAssociations(file, associations, itemId))
    .map((association) => {
      // Properties are numbered from 1; the number 0 has no box.
      const box = propertyBoxes[association.propertyNumber - 1];
      return readTransformation(file, box, association);
    })
    .filter((transformation) => transformation !== null);
}

/** Changes the bytes of a HEIC: its picture has no crop any more. */
export function eraseCrops(file: Buffer, transformations: readonly Transformation[]): void {
  for (const transformation of transformations) {
    if (transformation.kind !== 'crop') continue;
    const { start, end } = transformation.association;
    // The number 0 means: no property.
    file.fill(0, start, end);
  }
}

const findBox = (boxes: readonly Box[], boxType: string) =>
  boxes.find(({ type }) => type === boxType);

function listBoxes(file: Buffer, { start, end }: Range): Box[] {
  const boxes: Box[] = [];
  let offset = start;
  while (offset + BOX_HEADER_BYTES <= end) {
    const { headerBytes, size } = readBoxSize(file, offset, end);
    if (size < headerBytes || offset + size > end) return boxes;

    const type = file.toString('latin1', offset + 4, offset + BOX_HEADER_BYTES);
    boxes.push({ type, start: offset + headerBytes, end: offset + size });
    offset += size;
  }
  return boxes;
}

/** Returns the bytes of a box with its header. `end` is that of the range in which the box lies. */
function readBoxSize(file: Buffer, offset: number, end: number) {
  const size = file.readUInt32BE(offset);
  if (size === 1) {
    const longSize = Number(file.readBigUInt64BE(offset + BOX_HEADER_BYTES));
    return { headerBytes: LONG_BOX_HEADER_BYTES, size: longSize };
  }
  // The last box may have 0 instead of its size.
  return { headerBytes: BOX_HEADER_BYTES, size: size === 0 ? end - offset : size };
}

const readItemId = (file: Buffer, offset: number, isLong: boolean) =>
  isLong ? file.readUInt32BE(offset) : file.readUInt16BE(offset);

interface Association extends Range {
  propertyNumber: number;
}

/** Returns the properties of an item in the order in which they apply. */
function listAssociations(file: Buffer, { start, end }: Box, itemId: number): Association[] {
  const hasLongIds = file[start]! > 0;
  const hasLongNumbers = (file[start + 3]! & 1) === 1;
  const numberBytes = hasLongNumbers ? 2 : 1;
  // The first bit of a number says that readers must know the property.
  const numberMask = hasLongNumbers ? 0x7fff : 0x7f;
  const associations: Association[] = [];

  let offset = start + FULL_BOX_BYTES + ITEM_COUNT_BYTES;
  while (offset < end) {
    const isItem = readItemId(file, offset, hasLongIds) === itemId;
    offset += hasLongIds ? 4 : 2;
    const count = file.readUInt8(offset);
    offset += 1;

    for (let n = 0; n < count; n++) {
      const propertyNumber = file.readUIntBE(offset, numberBytes) & numberMask;
      if (isItem) associations.push({ propertyNumber, start: offset, end: offset + numberBytes });
      offset += numberBytes;
    }
  }
  return associations;
}

function readTransformation(
  file: Buffer,
  box: Box | undefined,
  association: Range,
): Transformation | null {
  switch (box?.type) {
    case CROP:
      return {
        kind: 'crop',
        width: readFraction(file, box.start),
        height: readFraction(file, box.start + FRACTION_BYTES),
        right: readFraction(file, box.start + 2 * FRACTION_BYTES),
        down: readFraction(file, box.start + 3 * FRACTION_BYTES),
        association,
      };
    case ROTATION:
      return { kind: 'rotation', quarterTurnsLeft: file[box.start]! & 3 };
    case MIRRORING:
      return { kind: 'mirroring', direction: file[box.start]! & 1 ? 'left-right' : 'upside-down' };
    default:
      return null;
  }
}

const readFraction = (file: Buffer, offset: number) =>
  file.readInt32BE(offset) / file.readUInt32BE(offset + 4);

/**
 * Returns the part of the upright picture that its crops leave visible; the whole picture without a crop. Follows a
 * crop through the turns that come after it, because they are done to the whole picture. Throws a RangeError if
 * nothing is left.
 */
export function placeCrop(transformations: readonly Transformation[], upright: Size): Rectangle {
  const quarterTurns = countQuarterTurns(transformations);
  // The size before all turns: each of them swaps the sides.
  let size = quarterTurns % 2 === 0 ? upright : swapSides(upright);
  let rectangle: Rectangle = { left: 0, top: 0, ...size };

  for (const transformation of transformations) {
    switch (transformation.kind) {
      case 'crop':
        rectangle = cropRectangle(rectangle, transformation);
        break;
      case 'mirroring':
        rectangle = mirror(rectangle, size, transformation.direction);
        break;
      case 'rotation':
        for (let turn = 0; turn < transformation.quarterTurnsLeft; turn++) {
          rectangle = turnLeft(rectangle, size);
          size = swapSides(size);
        }
        break;
    }
  }
  return rectangle;
}

function countQuarterTurns(transformations: readonly Transformation[]): number {
  let quarterTurns = 0;
  for (const transformation of transformations) {
    if (transformation.kind === 'rotation') quarterTurns += transformation.quarterTurnsLeft;
  }
  return quarterTurns;
}

const turnLeft = (rectangle: Rectangle, picture: Size): Rectangle => ({
  left: rectangle.top,
  top: picture.width - rectangle.left - rectangle.width,
  width: rectangle.height,
  height: rectangle.width,
});

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
