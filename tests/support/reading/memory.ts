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
