// Loaded before a worker: stops it, once, at the point that STOP_AT names, at the STOP_NTH time that it gets there. The harness wakes
// it up later. So a worker sleeps exactly where its lease may have been lost when it wakes up.
import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import { Client } from 'pg';

/** What the points are, in words. */
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
    // One statement has the intents and the outcomes of all lanes that are ready: lanes first, then batches with outcomes.
    const [lanes, batches] = name === 'group' ? (values as string[]) : [];
    const hasIntent = /"announced":[1-9]/.test(lanes ?? '');
    if (hasIntent) here('before-intent');
    if (batches !== undefined && batches !== '[]') here('before-settle');
    if (text.includes('SET heartbeat_on')) here('touch');
    const result = query.apply(this, args);
    if (hasIntent && result instanceof Promise) return result.finally(() => here('after-intent'));
    return result;
  };
  // Published in the moment in which the first bytes are written.
  subscribe('undici:client:sendHeaders', () => here('sending'));
}
