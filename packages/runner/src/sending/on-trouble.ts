import type { RetryAction } from '../answers/answer-action.ts';
import type { BatchOnItsWay } from './batch-on-its-way.ts';
import { type NextStep, nextStep } from './next-step.ts';
import { blame, cutInHalves } from './on-refusal.ts';
import type { Part } from './part.ts';
import { restAfterTrouble } from './patience.ts';
import { askWitness } from './service-works.ts';

/**
 * The outcome of these records is not known: waits and asks again, or looks for the one at fault.
 * @param settleEach notes the outcome of records that the service names as failing, once that is certain; returns what
 *   is left to be sent
 */
export async function onTrouble(
  part: Part,
  action: RetryAction,
  onItsWay: BatchOnItsWay,
  settleEach: (part: Part) => readonly Part[] = () => [],
): Promise<readonly Part[]> {
  const { progress, route, ports } = onItsWay;
  const failed: Part = {
    ...part,
    failures: part.failures + 1,
    mayHaveLanded: part.mayHaveLanded || action.mayHaveLanded,
    landingsBefore: part.landingsBefore ?? ports.health.landings,
  };
  progress.troubled(part.positions.length, action.trouble);
  await progress.save(ports.clock.now());
  // What may not be repeated is looked for once the service answers again.
  const step = route.isRepeatable ? await stepAfter(failed, action, onItsWay) : 'again';
  switch (step) {
    case 'again':
    case 'find-witness':
      await restAfterTrouble(failed, action, progress, ports);
      return [failed];
    case 'cut':
      return cutInHalves(failed, action.trouble, onItsWay);
    case 'settle-each':
      ports.health.blamed(failed.positions.length);
      return settleEach(failed);
    case 'failed':
      blame(failed, action.trouble, true, onItsWay);
      return [];
    case 'unresolved':
      ports.health.blamed(1);
      progress.unresolved(failed.positions[0]!, action.trouble, failed.attempts);
      return [];
  }
}

async function stepAfter(
  failed: Part,
  action: RetryAction,
  { progress, ports }: BatchOnItsWay,
): Promise<NextStep> {
  const { health } = ports;
  const evidence = {
    othersLanded: health.landings > failed.landingsBefore!,
    recognises: undefined,
    mayBlame: failed.besideCreated || health.mayBlame(failed.positions.length),
  };
  const step = nextStep(failed, action, evidence);
  if (step !== 'find-witness') return step;
  const answer = await askWitness(progress, ports);
  if (action.source === 'records')
    return nextStep(failed, action, { ...evidence, recognises: answer === 'recognises' });
  if (answer === 'recognises') health.worked();
  // The first records of a plan may be bad ones.
  const trusts = action.source === 'service' && health.mayBlame(1);
  const recognises = answer === 'nothing-landed' ? trusts : answer === 'recognises';
  return nextStep(failed, action, { ...evidence, recognises, mayBlame: true });
}
