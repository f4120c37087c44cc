import type { Clock } from '@chatferry/client';
import type { StopReason } from '../terms/stop-reason.ts';
import type { Trouble } from '../terms/trouble.ts';
import type { Rest } from './service-health.ts';

/** Why a run stops when the service has given no good answer for as long as allowed, or asks for a longer wait. */
export function gaveUp(
  rest: Extract<Rest, { giveUp: string }>,
  { code, message }: Trouble,
  { clock }: { readonly clock: Clock },
): StopReason {
  if (rest.giveUp === 'no-good-answer')
    return {
      code: 'gave-up',
      message: `The service has not given a good answer for as long as giveUpAfter allows. The last was ${code}: ${message}`,
      fix: 'Check that the service and the network are up, then run again: it resumes where it stopped.',
    };
  const until = new Date(clock.now() + rest.until - clock.monotonicMs()).toISOString();
  return {
    code: 'gave-up',
    message: `The service asks to wait until ${until}, which is longer than giveUpAfter allows. It answered ${code}: ${message}`,
    fix: `Run again after ${until}: it resumes where it stopped. With a longer giveUpAfter the run itself waits.`,
  };
}
