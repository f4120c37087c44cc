import { count, type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import type { StopReason } from '../terms/stop-reason.ts';
import { hasOpenWork } from './open-work.ts';
import type { StepPorts } from './step-ports.ts';

/** Planned records that are sent live, so that users may be notified and webhooks called. */
export interface LiveOperations {
  readonly kind: Kind;
  readonly records: number;
}

/** The live operations of a plan, in the order of sending. */
export function liveOperations(
  planned: Readonly<Record<Kind, { readonly planned: number }>>,
): readonly LiveOperations[] {
  return kindsInOrder
    .filter((kind) => kinds[kind].isLive === true && planned[kind].planned > 0)
    .map((kind) => ({ kind, records: planned[kind].planned }));
}

/** Live operations in words: `3 friendships and 2 reactions`. */
export function liveText(live: readonly LiveOperations[]): string {
  return new Intl.ListFormat('en-GB').format(
    live.map(({ kind, records }) => {
      const [one, many] = kinds[kind].nouns;
      return `${count(records)} ${records === 1 ? one : many}`;
    }),
  );
}

/** Stops the run before the first live operation unless the caller allows them, or has allowed them to an earlier run. @returns whether it may go on */
export async function mayGoLive(kind: Kind, ports: StepPorts): Promise<boolean> {
  const { plan, ledger, stopController } = ports;
  if (kinds[kind].isLive !== true || (await ledger.isLiveAllowed())) return true;
  if (!(await hasOpenWork(kind, ports))) return true;
  stopController.stop(notAllowed(liveText(liveOperations(plan.summary.kinds))));
  return false;
}

function notAllowed(operations: string): StopReason {
  return {
    code: 'live-not-allowed',
    message: `The plan has ${operations}, which are live operations: the app may notify users and call webhooks. None of them was sent.`,
    fix: 'Turn notifications and webhooks of the app off for the migration if users are not to notice, then allow live operations and run again.',
  };
}
