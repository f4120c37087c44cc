import { type LiveOperations, liveText } from '@chatferry/runner';
import type { OptionValues } from '../arguments/options.ts';
import type { Io } from '@chatferry/output/terms/io';

/** Asks whether a run may send live operations. Without a person to answer, the run stops before the first live operation. */
export async function allowsLive(
  live: readonly LiveOperations[],
  values: OptionValues,
  io: Pick<Io, 'ask'>,
  stop?: AbortSignal,
): Promise<boolean> {
  if (io.ask === undefined || values.json === true) return false;
  const question = `The plan has ${liveText(live)}, which are sent live: the app may notify users and call webhooks. Send them? [y/N] `;
  return /^y(es)?$/i.test((await io.ask(question, stop)).trim());
}
