import { kindsInOrder } from '@chatferry/contract';
import type { StepPorts } from '../sending/step-ports.ts';
import { EXAMPLES, presentDiffers } from './present-differs.ts';

/** Stops the run when the app held more records with other content than allowed. */
export async function stopOverDifferences({
  ledger,
  stopController,
  settings: { mostDifferent },
}: StepPorts): Promise<void> {
  const counts = await ledger.counts();
  const different = kindsInOrder.map((kind) => ({
    kind,
    different: counts[kind].presentDifferent,
  }));
  if (different.reduce((sum, each) => sum + each.different, 0) <= mostDifferent) return;
  stopController.stopHere(
    presentDiffers(different, await ledger.differing(EXAMPLES), mostDifferent),
  );
}
