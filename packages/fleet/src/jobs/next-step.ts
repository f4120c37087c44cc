import { type Kind, kindsInOrder } from '@chatferry/contract';
import { type CountsByKind, notCompared, type ShiftStep } from '@chatferry/runner';

/** The number of planned records of each kind. */
export type Planned = Readonly<Record<Kind, number>>;

/** The step after a step; undefined when the job is done. */
export function stepAfter(
  step: ShiftStep,
  planned: Planned,
  counts: CountsByKind,
): ShiftStep | undefined {
  if (step.step === 'send' && isToCompare(step.kind, planned, counts))
    return { step: 'compare', kind: step.kind };
  const from = step.step === 'check' ? 0 : kindsInOrder.indexOf(step.kind) + 1;
  const kind = kindsInOrder.slice(from).find((each) => planned[each] > 0);
  return kind === undefined ? undefined : { step: 'send', kind };
}

/** Whether the comparison after a kind could find or decide anything. */
function isToCompare(kind: Kind, planned: Planned, counts: CountsByKind): boolean {
  return (
    notCompared(counts[kind]) > 0 ||
    counts[kind].failed === planned[kind] ||
    kindsInOrder.some((each) => counts[each].presentDifferent > 0)
  );
}
