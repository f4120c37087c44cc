import { kindsInOrder } from '@chatferry/contract';
import type { SendPorts } from '../sending/send-ports.ts';
import { EXAMPLES, presentDiffers } from './present-differs.ts';

/** Stops the run once more records than allowed were there before with other content. */
export function stopOverDifferences({ ledger, stopController, mostDifferent }: SendPorts): void {
  const { counts } = ledger;
  const different = kindsInOrder.map((kind) => ({
    kind,
    different: counts[kind].presentDifferent,
  }));
  if (different.reduce((sum, each) => sum + each.different, 0) <= mostDifferent) return;
  stopController.stopHere(presentDiffers(different, ledger.differing(EXAMPLES), mostDifferent));
}
