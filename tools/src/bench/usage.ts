import { existsSync, readFileSync } from 'node:fs';

/** What a measured process says of itself as the last line of its output. */
export interface Usage {
  readonly rows?: number;
  /** Largest amount of memory the process ever held. */
  readonly peakRssMiB: number;
  /** Processor time of all its threads, in seconds. */
  readonly cpuSeconds: number;
}

/**
 * Largest resident memory of this process so far. Taken from the kernel where it tells: `maxRSS` begins with what the
 * parent process had.
 */
function peakRssMiB(): number {
  const status = '/proc/self/status';
  const peakKib = existsSync(status)
    ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync(status, 'utf8'))?.[1])
    : process.resourceUsage().maxRSS;
  return Math.round(peakKib / 1024);
}

/** Hands the usage to the parent process, which reads it with `measure`. */
export function reportUsage(more: { rows?: number } = {}): void {
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    ...more,
    peakRssMiB: peakRssMiB(),
    cpuSeconds: (user + system) / 1_000_000,
  };
  process.send?.(usage);
}
