import type { Io } from '../terms/io.ts';
import { counted, count, printable } from '@chatferry/contract';
import type { PlanningProgress } from '@chatferry/job/planning';

const REDRAW_MS = 100;
const LINE_MS = 10_000;

/** Shows the progress of planning: redrawn on a terminal, as occasional lines elsewhere. */
export function planningView(
  io: Io,
  now: () => number,
): { show: (progress: PlanningProgress) => void } & Disposable {
  const everyMs = io.screen === undefined ? LINE_MS : REDRAW_MS;
  let shownAt = now();
  let drawn = false;
  return {
    show: (progress) => {
      if (now() - shownAt < everyMs) return;
      shownAt = now();
      if (io.screen === undefined) io.err(lineOf(progress));
      else io.screen.draw(lineOf(progress));
      drawn = true;
    },
    [Symbol.dispose]: () => {
      if (!drawn) return;
      io.screen?.draw('');
      io.screen?.done();
    },
  };
}

function lineOf(progress: PlanningProgress): string {
  if (progress.step === 'reading')
    return `reading ${printable(progress.file)}: ${counted(progress.rows, 'row')}`;
  const { kind, done, total } = progress;
  return `planning ${kind}: ${count(done)} of ${count(total)}`;
}
