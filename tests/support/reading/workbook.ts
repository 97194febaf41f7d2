import { inflateRawSync } from 'node:zlib';

export interface Cell {
  value: string;
  /** 's' a text, '' a number (dates are numbers with a format). */
  type: string;
  format: string | undefined;
  formula: boolean;
}

/** The rows of the first sheet of an XLSX file, read without the library that wrote it. */
export function readWorkbook(file: Uint8Array): Cell[][] {
  const parts = unzip(Buffer.from(file));
  const texts = [...part(parts, 'xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, si]) => plain(si!),
  );
  const formats = new Map(
    [...part(parts, 'xl/styles.xml').matchAll(/<numFmt numFmtId="(\d+)" formatCode="(.*?)"/g)].map(
      ([, id, code]) => [id!, code!],
    ),
  );
  const cellXfs = /<cellXfs.*?<\/cellXfs>/s.exec(part(parts, 'xl/styles.xml'))![0];
  const styles = [...cellXfs.matchAll(/<xf ([^>]*)>/g)].map(([, xf]) =>
    formats.get(/numFmtId="(\d+)"/.exec(xf!)?.[1] ?? ''),
  );
  const rows = part(parts, 'xl/worksheets/sheet1.xml').matchAll(/<row [^>]*>(.*?)<\/row>/gs);
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

function plain(xml: string): string {
  return xml
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
}

function part(parts: Map<string, Buffer>, name: string): string {
  const bytes = parts.get(name);
  if (!bytes) throw new Error(`no ${name} in the workbook`);
  return bytes.toString('utf8');
}

/** The files of a .zip, by its central directory: it has the sizes that a streamed part lacks. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) =>
      file.readUInt16LE(at + offset),
    );
    const name = file.toString('utf8', at + 46, at + 46 + nameLength!);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
    const stored = file.readUInt16LE(at + 10) === 0;
    parts.set(name, stored ? packed : inflateRawSync(packed));
    at += 46 + nameLength! + extra! + comment!;
  }
  return parts;
}
