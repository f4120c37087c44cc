import { existsSync, readFileSync } from 'node:fs';

/** The resource usage that a measured process reports. */
export interface Usage {
  readonly rows?: number;
  /** Peak memory of the process. */
  readonly peakRssMiB: number;
  /** Processor time of all threads, in seconds. */
  readonly cpuSeconds: number;
}

/**
 * Peak resident memory of this process, from the kernel if possible: `maxRSS` starts with the value of the
 * parent process.
 */
function peakRssMiB(): number {
  const status = '/proc/self/status';
  const peakKib = existsSync(status)
    ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync(status, 'utf8'))?.[1])
    : process.resourceUsage().maxRSS;
  return Math.round(peakKib / 1024);
}

/** Sends the usage to the parent process, which reads it with `measure`. */
export function reportUsage(more: { rows?: number } = {}): void {
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    ...more,
    peakRssMiB: peakRssMiB(),
    cpuSeconds: (user + system) / 1_000_000,
  };
  process.send?.(usage);
}
