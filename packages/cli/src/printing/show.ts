import { setTimeout as sleep } from 'node:timers/promises';
import { printable } from '@chatferry/contract';
import { listenForInterrupts } from '../terms/interruption.ts';
import type { Io } from '../terms/io.ts';

const AGAIN_MS = 2000;

interface Shown {
  readonly json?: boolean;
  readonly watch?: boolean;
}

/**
 * Prints lines once, or with `watch` again every two seconds until Ctrl-C: on a terminal in place of the last ones.
 *
 * @param read the lines as they are now; JSON is printed, not drawn
 */
export async function show(
  read: () => readonly string[] | Promise<readonly string[]>,
  { json, watch }: Shown,
  io: Io,
): Promise<void> {
  using interruption = listenForInterrupts(io, () => {});
  const screen = watch === true && json !== true ? io.screen : undefined;
  for (;;) {
    const lines = await read();
    if (screen === undefined) for (const line of lines) io.out(line);
    else screen.draw(lines.map(printable).join('\n'));
    if (watch !== true || interruption.finish.aborted) break;
    await sleep(AGAIN_MS, undefined, { signal: interruption.finish }).catch(() => {});
    if (interruption.finish.aborted) break;
  }
  screen?.done();
}
