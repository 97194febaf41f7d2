// The other end of picture-process.server.ts: what a worker module calls.

/** Runs `work` on the job that the server sends, sends back its result, and lets the process end. */
export function runPictureJob<Job, Result>(work: (job: Job) => Promise<Result>): void {
  // A server that is gone waits for no picture.
  process.once('disconnect', () => process.exit());
  process.once('message', (job) => {
    void work(job as Job).then((result) => process.send!(result, () => process.exit()));
  });
}
