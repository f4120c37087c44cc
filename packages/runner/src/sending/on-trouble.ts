import type { AskAgain } from '../answers/verdict.ts';
import type { BatchOnItsWay } from './batch-on-its-way.ts';
import { type NextStep, nextStep } from './next-step.ts';
import { blame, cutInHalves } from './on-refusal.ts';
import type { Part } from './part.ts';
import { restAfterTrouble } from './patience.ts';
import { serviceWorks } from './service-works.ts';

/** Nothing is known of any record: waits and asks again, or looks for the one at fault. */
export async function onTrouble(
  part: Part,
  verdict: AskAgain,
  onItsWay: BatchOnItsWay,
): Promise<readonly Part[]> {
  const { progress, route, ports } = onItsWay;
  const failed: Part = {
    ...part,
    failures: part.failures + 1,
    mayHaveLanded: part.mayHaveLanded || verdict.mayHaveLanded,
    goodAnswersBefore: part.goodAnswersBefore ?? ports.health.goodAnswers,
  };
  progress.troubled(part.positions.length, verdict.trouble);
  await progress.save(ports.clock.now());
  // What may not be repeated is looked for once the service answers again.
  const step = route.isRepeatable ? await stepAfter(failed, verdict, onItsWay) : 'again';
  switch (step) {
    case 'again':
    case 'find-witness':
      await restAfterTrouble(failed, verdict, progress, ports);
      return [failed];
    case 'cut':
      return cutInHalves(failed, verdict.trouble, onItsWay);
    case 'failed':
      blame(failed, verdict.trouble, true, onItsWay);
      return [];
    case 'unresolved':
      progress.unresolved(failed.positions[0]!, verdict.trouble, failed.attempts);
      return [];
  }
}

async function stepAfter(
  failed: Part,
  verdict: AskAgain,
  { progress, ports }: BatchOnItsWay,
): Promise<NextStep> {
  const { health } = ports;
  const step = nextStep(failed, verdict, health.goodAnswers > failed.goodAnswersBefore!);
  if (step !== 'find-witness') return step;
  const otherwise = verdict.source === 'service' && health.mayBlame;
  const works = await serviceWorks(progress, ports, otherwise);
  return works ? nextStep(failed, verdict, true) : 'again';
}
