import { readdirSync, readFileSync } from 'node:fs';

/** The unit of processor time in /proc. */
const TICKS_PER_SECOND = 100;

/** Processor time in seconds of a process and its direct children. Linux only. */
export function cpuSecondsOf(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.filter((name) => fieldsOf(name)?.[PARENT] === String(pid));
  return [String(pid), ...children].reduce((sum, each) => sum + cpuOf(each), 0);
}

/** Resident memory of a process in MiB. Linux only. */
export function rssMibOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024);
}

/** Positions in /proc/PID/stat, counted after the process name: the parent; the times of the process and of its ended children. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

function cpuOf(pid: string): number {
  const fields = fieldsOf(pid) ?? [];
  return TIMES.reduce((sum, at) => sum + Number(fields[at] ?? 0), 0) / TICKS_PER_SECOND;
}

function fieldsOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined; // The process has ended.
  }
}
