import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@chatferry/client';
import { listenForInterrupts } from '../terms/interruption.ts';
import type { Io } from '@chatferry/output/terms/io';
import type { Frame } from '@chatferry/output/screens/live';

const AGAIN_MS = 1000;

interface Shown {
  readonly json?: boolean;
  readonly watch?: boolean;
}

/**
 * Prints lines once, or with `watch` every second until Ctrl-C. On a terminal, the lines replace the lines before.
 *
 * @param read returns the current lines; the frame is the terminal to draw them in
 */
export async function show(
  read: (frame: Frame | undefined) => readonly string[] | Promise<readonly string[]>,
  { json, watch }: Shown,
  io: Io,
): Promise<void> {
  using interruption = listenForInterrupts(io, () => {});
  const screen = watch === true && json !== true ? io.screen : undefined;
  for (;;) {
    const frame = screen && {
      columns: screen.columns(),
      rows: screen.rows(),
      now: systemClock.now(),
    };
    const lines = await read(frame);
    if (screen === undefined) for (const line of lines) io.out(line);
    else screen.draw(lines);
    if (watch !== true || interruption.finish.aborted) break;
    await sleep(AGAIN_MS, undefined, { signal: interruption.finish }).catch(() => {});
    if (interruption.finish.aborted) break;
  }
  screen?.done();
}
