import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage when the heap reaches 1.5 times the live objects instead of up to 4 times. Comparing a million messages then takes
 * 200 MiB instead of 260, and a follower, which has few live objects, keeps its memory small for days. Other commands keep V8's default,
 * which takes less processor time.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
