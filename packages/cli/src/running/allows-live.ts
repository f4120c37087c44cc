import type { Plan } from '@chatferry/planner';
import { liveOperations, liveText, remembersLive } from '@chatferry/runner';
import type { OptionValues } from '../arguments/options.ts';
import type { Io } from '../io.ts';

/**
 * Whether a run may send live operations. Asks where a person can answer, unless they have allowed it before; without an
 * answer, the run stops before the first one.
 *
 * @param ledger its path: a run that was allowed to send them keeps that there, for the same plan and app
 */
export async function allowsLive(
  plan: Plan,
  ledger: string,
  values: OptionValues,
  io: Io,
): Promise<boolean> {
  if (values.yes === true) return true;
  const live = liveOperations(plan.summary.kinds);
  if (remembersLive(ledger)) return false;
  if (live.length === 0 || io.ask === undefined || values.json === true) return false;
  const answer = await io.ask(
    `The plan has ${liveText(live)}, which are sent live: the app may notify users and call webhooks. Send them? [y/N] `,
  );
  return /^y(es)?$/i.test(answer.trim());
}
