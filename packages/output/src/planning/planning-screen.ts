import { systemClock } from '@chatferry/client';
import type { PlanningProgress } from '@chatferry/job/planning';
import { live } from '../screens/live.ts';
import type { PrintedForm, Io } from '../terms/io.ts';
import { planningDrawing, planningLine } from './planning-drawing.ts';

/** Shows the progress of planning. */
export function planningScreen(
  io: Io,
  form: PrintedForm,
): { show: (progress: PlanningProgress) => void } & Disposable {
  const startedAt = systemClock.now();
  let latest: PlanningProgress | undefined;
  const screen = live(io, form, {
    drawing: (frame) => (latest === undefined ? [] : planningDrawing(latest, startedAt, frame)),
    line: () => latest && planningLine(latest),
  });
  return {
    show: (progress) => {
      latest = progress;
      screen.progressed();
    },
    [Symbol.dispose]: () => screen[Symbol.dispose](),
  };
}
