import { inflateRawSync } from 'node:zlib';

export interface Cell {
  value: string;
  /** 's' a text, '' a number (dates are numbers with a format). */
  type: string;
  format: string | undefined;
  formula: boolean;
}

/** Returns the rows of the first sheet of an XLSX file, without the library that wrote it. */
export function readWorkbook(file: Uint8Array): Cell[][] {
  const parts = unzip(Buffer.from(file));
  const texts = [...readPart(parts, 'xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, si]) => decodeXml(si!),
  );
  const formats = new Map(
    [
      ...readPart(parts, 'xl/styles.xml').matchAll(/<numFmt numFmtId="(\d+)" formatCode="(.*?)"/g),
    ].map(([, id, code]) => [id!, code!]),
  );
  const cellXfs = /<cellXfs.*?<\/cellXfs>/s.exec(readPart(parts, 'xl/styles.xml'))![0];
  const styles = [...cellXfs.matchAll(/<xf ([^>]*)>/g)].map(([, xf]) =>
    formats.get(/numFmtId="(\d+)"/.exec(xf!)?.[1] ?? ''),
  );
  const rows = readPart(parts, 'xl/worksheets/sheet1.xml').matchAll(/<row [^>]*>(.*?)<\/row>/gs);
  return [...rows].map(([, row]) =>
    [...row!.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes, inner = '']) => {
      const type = /t="(\w+)"/.exec(attributes!)?.[1] ?? '';
      const value = /<v>(.*?)<\/v>/s.exec(inner)?.[1] ?? '';
      const style = Number(/s="(\d+)"/.exec(attributes!)?.[1] ?? 0);
      const text = type === 's' ? texts[Number(value)]! : value;
      return { value: text, type, format: styles[style], formula: inner.includes('<f>') };
    }),
  );
}

function decodeXml(xml: string): string {
  return xml
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
}

function readPart(parts: Map<string, Buffer>, name: string): string {
  const bytes = parts.get(name);
  if (!bytes) throw new Error(`no ${name} in the workbook`);
  return bytes.toString('utf8');
}

/** Returns the files of a ZIP by its central directory, because streamed files have no sizes before them. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let offset = file.readUInt32LE(end + 16);
  for (let remainingCount = file.readUInt16LE(end + 10); remainingCount > 0; remainingCount -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((field) =>
      file.readUInt16LE(offset + field),
    );
    const name = file.toString('utf8', offset + 46, offset + 46 + nameLength!);
    const localHeader = file.readUInt32LE(offset + 42);
    const start =
      localHeader + 30 + file.readUInt16LE(localHeader + 26) + file.readUInt16LE(localHeader + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(offset + 20));
    const isUncompressed = file.readUInt16LE(offset + 10) === 0;
    parts.set(name, isUncompressed ? packed : inflateRawSync(packed));
    offset += 46 + nameLength! + extra! + comment!;
  }
  return parts;
}
