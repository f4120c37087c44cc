import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect old objects at 1.5 times what is alive instead of up to 4 times: comparing a million messages then takes 200 MiB instead of
 * 260, and a follower, whose live objects are few, keeps its memory small for days. Other commands keep V8's default, which takes less
 * processor time.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
