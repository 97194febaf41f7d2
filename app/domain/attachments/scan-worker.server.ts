import { type Requester, SERVER, recordAudit } from '#app/domain/audit.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { markInfected, markScanned, unscannedAttachments } from '#db/enquiries/attachments.ts';
import { attachmentPath, dropFiles } from './attachment-folder.server.ts';
import { isScanning, scan } from './clamd.server.ts';

const BATCH = 20;

/** Scans what came while clamd was out, now and again; the result stops it. Nothing without one. */
export function startScanWorker(): () => void {
  if (!isScanning()) return () => undefined;
  let busy = false;
  const tick = () => {
    if (busy) return;
    busy = true;
    scanWaiting()
      .catch((error: Error) => logError('scan-worker', { reason: error.message }))
      .finally(() => (busy = false));
  };
  const timer = setInterval(tick, ATTACHMENTS.scanEverySeconds * SECOND);
  timer.unref();
  tick();
  return () => clearInterval(timer);
}

/**
 * Scans the files that nobody has looked at, until clamd is out. What is found is deleted: its row
 * stays, and says so (AT-9).
 */
export async function scanWaiting(requester: Requester = SERVER): Promise<void> {
  for (const { id, file } of await unscannedAttachments(database(), BATCH)) {
    const verdict = await scan(attachmentPath(file));
    if (verdict === 'out') return;
    if (verdict === 'clean') {
      await markScanned(database(), id, new Date().toISOString());
      continue;
    }
    await inTransaction(async (tx) => {
      await markInfected(tx, id);
      const details = { attachment: id };
      await recordAudit(tx, requester, { event: 'attachment.infected', details });
    });
    await dropFiles([file]);
  }
}
