import { makeZip } from 'client-zip';

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument';
const MAIN_PARTS = {
  docx: `${CONTENT_TYPE}.wordprocessingml.document.main+xml`,
  xlsx: `${CONTENT_TYPE}.spreadsheetml.sheet.main+xml`,
  pptx: `${CONTENT_TYPE}.presentationml.presentation.main+xml`,
  dotx: `${CONTENT_TYPE}.wordprocessingml.template.main+xml`,
  docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
} as const;

export const formatContentTypes = (...types: string[]) =>
  `<Types>${types.map((type) => `<Override ContentType="${type}"/>`).join('')}</Types>`;

/** Creates a ZIP file, whose entries are not compressed, from names and contents. */
export async function zipFile(
  name: string,
  entries: readonly (readonly [name: string, contents: string])[],
): Promise<File> {
  const parts = entries.map(([entry, input]) => ({
    name: entry,
    input,
    lastModified: new Date(0),
  }));
  return new File([await new Response(makeZip(parts)).arrayBuffer()], name);
}

/** Creates a document as Office does, with further entries. The content types stand last, as LibreOffice writes them. */
export const officeFile = (
  name: string,
  kind: keyof typeof MAIN_PARTS,
  ...entries: (readonly [name: string, contents: string])[]
): Promise<File> =>
  zipFile(name, [
    ['word/document.xml', '<w:document/>'],
    ...entries,
    ['[Content_Types].xml', formatContentTypes(MAIN_PARTS[kind])],
  ]);
