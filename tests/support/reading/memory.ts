import { readFileSync } from 'node:fs';

/** Memory that a process of this machine holds, in megabytes (Linux). */
export function residentMegabytes(pid: number): number {
  return megabytes(pid, 'VmRSS');
}

/** The most that it has held so far. */
export function peakMegabytes(pid: number): number {
  return megabytes(pid, 'VmHWM');
}

function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** Returns user and system time of all threads of a process; where there is no /proc, the time. */
export function readProcessorMs(pid: number): number {
  if (process.platform !== 'linux') return performance.now();
  // The fields after the name in brackets, which may contain spaces; times are in 1/100 s.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
