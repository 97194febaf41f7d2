// Runs in the child process that picture-process.server.ts starts; each worker module calls it once.

/** Runs `work` on the job that the server sends, sends the result and ends the process; no result if `work` throws. */
export function runPictureJobAndExit<Job, Result>(work: (job: Job) => Promise<Result>): void {
  // Exit together with the server: only the server uses the result.
  process.once('disconnect', () => process.exit());
  process.once('message', (job) => {
    void work(job as Job).then((result) => process.send!(result, () => process.exit()));
  });
}
