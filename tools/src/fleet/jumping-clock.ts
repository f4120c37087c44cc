import { existsSync, globSync, writeFileSync } from 'node:fs';
import type { Random } from '../generate/random.ts';

const [library] = globSync('/usr/{lib,local/lib}{,/*}/faketime/libfaketimeMT.so.1');
const inJavaScript = new URL('../crash/clock-jumps.ts', import.meta.url).href;

/** The mechanism that changes the time of day of a process. */
export const clockChanger =
  library === undefined ? 'its own JavaScript (libfaketime is not installed)' : 'libfaketime';

/** The environment of a process whose time of day jumps by up to two hours back or forward. Its monotonic time does not jump. */
export function jumpingClock(file: string): NodeJS.ProcessEnv {
  if (library === undefined) return { NODE_OPTIONS: `--import=${inJavaScript}` };
  if (!existsSync(file)) writeFileSync(file, '+0');
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
}

/** Makes the clocks of the processes with this file jump once. */
export function jump(file: string, random: Random): void {
  const seconds = random.between(-7200, 7200);
  writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
}
