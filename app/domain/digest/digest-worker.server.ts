import { log, logError } from '#app/log.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { DIGEST } from '#app/domain/limits.ts';
import { sendDigests } from './digest.server.ts';

/** Looks now and again whether digests are to be sent; the result stops it after those in hand. */
export function startDigestWorker(): () => Promise<void> {
  let running: Promise<void> | null = null;
  const look = () => {
    running ??= sendDigests()
      .then(
        (digests) => digests > 0 && log('digests', { digests }),
        (error: Error) => logError('digests', { reason: error.message }),
      )
      .then(() => void (running = null));
  };
  look();
  const timer = setInterval(look, DIGEST.checkSeconds * SECOND);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
