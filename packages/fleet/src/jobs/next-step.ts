import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { ShiftStep } from '@chatferry/runner';

/** How many records of each kind are planned. */
export type Planned = Readonly<Record<Kind, number>>;

/** What comes after a step; undefined when the job is done. */
export function stepAfter(step: ShiftStep, planned: Planned): ShiftStep | undefined {
  if (step.step === 'send') return { step: 'compare', kind: step.kind };
  const from = step.step === 'check' ? 0 : kindsInOrder.indexOf(step.kind) + 1;
  const kind = kindsInOrder.slice(from).find((each) => planned[each] > 0);
  return kind === undefined ? undefined : { step: 'send', kind };
}
