import type { MeasuredRun } from '@chatferry/job/metrics';
import type { Target } from '@chatferry/job/planned';
import { metricsAddressFrom } from '../arguments/metrics-address.ts';
import type { OptionValues } from '../arguments/options.ts';

/** Serves metrics if the command line asks for them. @param stop aborted when the run must end */
export async function measuredBy(
  { metrics }: OptionValues,
  target: Target,
  stop: AbortSignal,
): Promise<MeasuredRun | undefined> {
  if (metrics === undefined) return undefined;
  const { measuredRun } = await import('@chatferry/job/metrics');
  return await measuredRun(metricsAddressFrom(metrics), target, stop);
}
