import { createClient } from '@chatferry/client';
import { openPlan } from '@chatferry/planner';
import { jobHolder, runStatus } from '@chatferry/runner';
import type { OptionValues } from '../arguments/options.ts';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { listenForInterrupts } from '../interruption.ts';
import {
  isAsPlanned,
  rememberedVerification,
  verifyJob,
  whyNotWritten,
  writeReport,
} from '@chatferry/job';
import { count } from '@chatferry/contract';
import { Refusal } from '../refusal.ts';
import { targetOptions } from '../running/run-settings.ts';
import { verifyLines } from '../verifying/verify-lines.ts';
import { openPlannedWorkspace } from '../workspace.ts';

export const verify = command({
  summary: 'Compare the content of the service with the plan, field by field.',
  details: [
    'Ends with status 1 when a planned record is missing, is stored more than once, or has different content. Records that were not planned are counted and are not an error.',
    'Reading does not use the quota of the import. Its default is 500 requests per minute. An interrupted verification starts from the beginning.',
  ],
  options: [
    'job',
    'config',
    ...targetOptions,
    'kind',
    'requests-per-minute',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, _, io) => {
    const { configuration, job, next, target: targetOf } = openPlannedWorkspace(values, io);
    using plan = openPlan(job.plan);
    const target = targetOf(io.env);
    const standard = rateOf(values);
    await using client = createClient({ ...target, requestsPerMinute: { standard } });
    const screen = values.quiet === true || values.json === true ? undefined : io.screen;
    using interruption = listenForInterrupts(io, () => screen?.draw('stopping'));
    const signal = interruption.finish;
    const writingReport = (): string | undefined =>
      whyNotWritten(job.report, () => writeReport(job, next, jobHolder(job.path)));

    let found;
    try {
      found = await verifyJob({
        job,
        plan,
        client,
        target,
        routes: configuration.routes,
        kind: values.kind,
        signal,
        onHeld: (kind, held) => {
          if (held % 1000 !== 0) return;
          const { planned } = plan.summary.kinds[kind];
          screen?.draw(`reading ${kind}: ${count(held)} (planned: ${count(planned)})`);
        },
        onCompared: (kind, compared) => {
          if (compared % 1000 !== 0) return;
          const { planned } = plan.summary.kinds[kind];
          screen?.draw(`comparing ${kind}: ${count(compared)} of ${count(planned)}`);
        },
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      writingReport();
      if (values.json === true) io.out(JSON.stringify({ type: 'verify', end: 'interrupted' }));
      io.err(`The verification was interrupted and found nothing. Start again: ${next('verify')}`);
      return statusOf('interrupted');
    } finally {
      screen?.draw('');
      screen?.done();
    }

    const notWritten = writingReport();
    const isReported = notWritten === undefined;
    const { kinds } = runStatus(job.plan, job.ledger);
    if (values.json === true) {
      const { complete, differences } = rememberedVerification(job, plan.id)!;
      const files = { differences: job.differences, ...(isReported ? { report: job.report } : {}) };
      io.out(
        JSON.stringify({
          type: 'verify',
          end: 'finished',
          complete,
          kinds: found,
          differences,
          files,
        }),
      );
    } else {
      for (const line of verifyLines(found, kinds, job, next)) io.out(line);
      if (isReported) io.out(`The report to hand over: ${job.report}`);
    }
    if (notWritten !== undefined) io.err(notWritten);
    return statusOf(found.every(isAsPlanned) ? 'done' : 'losses');
  },
});

/** What every contract of an app allows. Reading does not spend the quota of the import. */
const REQUESTS_PER_MINUTE = 500;

function rateOf({ 'requests-per-minute': given }: OptionValues): number | 'unlimited' {
  if (given === undefined) return REQUESTS_PER_MINUTE;
  if (typeof given === 'object' || given === 0)
    throw new Refusal(
      '--requests-per-minute of verify is a number above 0, or unlimited.',
      'Leave it out: reading does not spend the quota of the import.',
    );
  return given;
}
