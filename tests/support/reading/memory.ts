import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process in megabytes (Linux). */
export function residentMegabytes(pid: number): number {
  return readMegabytes(pid, 'VmRSS');
}

/** Returns the peak of its resident memory in megabytes. */
export function peakMegabytes(pid: number): number {
  return readMegabytes(pid, 'VmHWM');
}

function readMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** Returns the CPU time of all threads of a process, or on other systems than Linux the elapsed time. */
export function readProcessorMs(pid: number): number {
  if (process.platform !== 'linux') return performance.now();
  // The fields after the name in brackets, which may contain spaces; times are in 1/100 s.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
