// Loaded before a worker: stops the worker once, at its STOP_NTH pass of the point STOP_AT. The harness wakes the worker up later,
// when its lease may have been lost.
import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import { Client } from 'pg';

/** The names of the points. */
export const stopPoints = [
  'before-intent',
  'after-intent',
  'sending',
  'before-settle',
  'touch',
] as const;

const at = process.env['STOP_AT'];
let left = Number(process.env['STOP_NTH'] ?? 1);

function here(point: (typeof stopPoints)[number]): void {
  if (point !== at || --left !== 0) return;
  writeSync(2, `stopped at ${point}\n`);
  process.kill(process.pid, 'SIGSTOP');
}

interface Statement {
  readonly name?: string;
  readonly text?: string;
  readonly values?: readonly unknown[];
}

if (at !== undefined) {
  const { query } = Client.prototype as { query: (...args: unknown[]) => unknown };
  (Client.prototype as { query: unknown }).query = function (
    this: unknown,
    ...args: unknown[]
  ): unknown {
    const { name, text = '', values = [] } = (args[0] ?? {}) as Statement;
    // One statement contains the intents and the outcomes of all ready lanes: lanes first, then batches with outcomes.
    const [lanes, batches] = name === 'group' ? (values as string[]) : [];
    const hasIntent = /"announced":[1-9]/.test(lanes ?? '');
    if (hasIntent) here('before-intent');
    if (batches !== undefined && batches !== '[]') here('before-settle');
    if (text.includes('SET heartbeat_on')) here('touch');
    const result = query.apply(this, args);
    if (hasIntent && result instanceof Promise) return result.finally(() => here('after-intent'));
    return result;
  };
  // undici publishes this when it writes the first bytes.
  subscribe('undici:client:sendHeaders', () => here('sending'));
}
