import { parentPort, workerData } from 'node:worker_threads';
import { loadCode } from './load-code.ts';
import type { CodeAnswer } from './code-answer.ts';

/** A deeper value is not a configuration, or contains itself. */
const MAX_DEPTH = 20;

const { value, sha256 } = await loadCode(workerData as string);
const functions: string[][] = [];
const plain = withoutFunctions(value, []);
parentPort!.postMessage({ value: plain, functions, sha256 } satisfies CodeAnswer, []);

/** A copy without functions, which cannot be sent to other threads. Adds the places of the functions to `functions`. */
function withoutFunctions(from: unknown, at: readonly string[]): unknown {
  if (at.length > MAX_DEPTH) throw new Error(`${at.slice(0, 3).join('.')} contains itself.`);
  if (Array.isArray(from))
    return from.map((each, index) => withoutFunctions(each, [...at, String(index)]));
  if (typeof from !== 'object' || from === null) return from;
  const entries = Object.entries(from).flatMap(([key, inner]) => {
    const place = [...at, key];
    if (typeof inner === 'function') functions.push(place);
    return typeof inner === 'function' ? [] : [[key, withoutFunctions(inner, place)] as const];
  });
  return Object.fromEntries(entries);
}
