// Draws the preview of a file in a process of its own, and prints what memory that took at its peak.
import { previewOf } from '#app/domain/attachments/attachment-preview.server.ts';
import { peakMegabytes, residentMegabytes } from './memory.ts';

const [, , path = '', type = ''] = process.argv;
const before = residentMegabytes(process.pid);
const made = (await previewOf(path, type, 120_000)) !== null;
console.log(JSON.stringify({ made, megabytes: Math.round(peakMegabytes(process.pid) - before) }));
