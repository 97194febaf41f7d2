// Preloaded by a command under test: each fsync of a folder fails with the code in FOLDER_SYNC_ERROR, as on
// a share that cannot sync folders (EINVAL) or on a broken disk (EIO).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const code = process.env['FOLDER_SYNC_ERROR']!;
const { fsyncSync } = fs;

fs.fsyncSync = (descriptor) => {
  if (fs.fstatSync(descriptor).isDirectory()) {
    throw Object.assign(new Error(`${code}: fsync`), { code, syscall: 'fsync' });
  }
  fsyncSync(descriptor);
};
syncBuiltinESMExports();
