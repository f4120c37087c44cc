import { counted, limits } from '@chatferry/contract';
import { readControl, setRate } from '@chatferry/runner';
import { isConfigured } from '../configuration/settings.ts';
import type { OptionValues } from '../arguments/options.ts';
import type { Workspace } from '../configuration/workspace.ts';

/**
 * Decides the quota at the start of a run, and describes it in one line. A quota on the command line ends the effect of an earlier
 * `rate` command; otherwise the earlier `rate` applies.
 */
export function quotaInForce(workspace: Workspace, values: OptionValues): string {
  const { job, setting, configuration, next } = workspace;
  const earlier = readControl(job.path).requestsPerMinute;
  if (values['requests-per-minute'] !== undefined) {
    if (earlier === undefined) return quotaLine(setting, 'from --requests-per-minute');
    setRate(job.path, undefined);
    return `${quotaLine(setting, 'from --requests-per-minute')} The earlier rate of ${earlier} ends.`;
  }
  if (earlier !== undefined)
    return `Quota: ${rateText(earlier)}, from an earlier rate command. Restore the quota of the run with: ${next('rate', 'default')}`;
  return isConfigured(configuration, 'requests-per-minute')
    ? quotaLine(setting, 'from requestsPerMinute in the configuration')
    : quotaLine(setting, "the service's limit for imports");
}

function quotaLine(setting: Workspace['setting'], source: string): string {
  return `Quota: ${rateText(setting('requests-per-minute') ?? limits.importRequestsPerMinute)}, ${source}.`;
}

function rateText(rate: NonNullable<OptionValues['requests-per-minute']>): string {
  if (typeof rate === 'object') return rate.timetable;
  return rate === 'unlimited' ? 'unlimited' : `${counted(rate, 'request')} a minute`;
}
