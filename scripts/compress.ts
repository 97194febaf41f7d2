import './command-line/closed-pipe.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

// Compresses text files at the highest level during the build, so that the server never has to.
const TEXT = new Set(['.css', '.js', '.json', '.svg', '.txt']);
const folder = 'build/client';

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !TEXT.has(extname(path))) continue;
  const bytes = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeIfSmaller(`${path}.br`, bytes, brotliCompressSync(bytes, { params }));
  writeIfSmaller(`${path}.gz`, bytes, gzipSync(bytes, { level: 9 }));
}

function writeIfSmaller(path: string, original: Buffer, compressed: Buffer): void {
  if (compressed.length < original.length) writeFileSync(path, compressed);
}
