import { setFlagsFromString } from 'node:v8';
import { count } from '@chatferry/contract';
import { isAsPlanned, skippedLine, verifyJob } from '@chatferry/job/planned';
import { runStatus } from '@chatferry/runner';
import type { OptionValues } from '../arguments/options.ts';
import type { CommandOutcome } from '../exit-status.ts';
import { listenForInterrupts } from '../interruption.ts';
import type { Io } from '../io.ts';
import { npxWarning } from '../printing/npx-warning.ts';
import type { Workspace } from '../workspace.ts';
import { verifyLines } from './verify-lines.ts';

/**
 * Old objects are collected at 1.5 times what is alive instead of up to 4 times: comparing a million messages then takes
 * 200 MiB instead of 260. Other commands keep V8's default, which takes less processor time.
 */
const COLLECT_EARLIER = '--heap-growing-percent=50';

/** Compares the service with the plan, shows the progress, and prints the result. */
export async function verifyAndReport(
  workspace: Workspace,
  values: OptionValues,
  io: Io,
  requestsPerMinute?: number | 'unlimited',
): Promise<CommandOutcome> {
  setFlagsFromString(COLLECT_EARLIER);
  const { configuration, job, next, target: targetOf } = workspace;
  const target = targetOf(io.env);
  const warning = npxWarning(io.env);
  if (warning !== undefined && values.quiet !== true) io.err(warning);
  const screen = values.quiet === true || values.json === true ? undefined : io.screen;
  using interruption = listenForInterrupts(io, () => screen?.draw('stopping'));
  const signal = interruption.finish;

  let found;
  try {
    found = await verifyJob({
      job: job.path,
      target,
      routes: configuration.routes,
      kind: values.kind,
      ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      signal,
      onEvent: ({ step, kind, records, planned }) => {
        if (records % 1000 !== 0) return;
        screen?.draw(
          step === 'reading'
            ? `reading ${kind}: ${count(records)} (planned: ${count(planned)})`
            : `comparing ${kind}: ${count(records)} of ${count(planned)}`,
        );
      },
      stepName: next,
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    if (values.json === true) io.out(JSON.stringify({ type: 'verify', end: 'interrupted' }));
    io.err(
      `The verification was interrupted and has no result. Start again with: ${next('verify')}`,
    );
    return 'interrupted';
  } finally {
    screen?.draw('');
    screen?.done();
  }

  const { kinds, complete, differences, conclusion, reportProblem, skipped } = found;
  const isReported = reportProblem === undefined;
  if (values.json === true) {
    const files = { differences: job.differences, ...(isReported ? { report: job.report } : {}) };
    io.out(
      JSON.stringify({
        type: 'verify',
        end: 'finished',
        conclusion,
        complete,
        kinds,
        skipped,
        differences,
        files,
      }),
    );
  } else {
    const status = runStatus(job.plan, job.ledger);
    for (const line of verifyLines(kinds, conclusion, status.kinds, job, next)) io.out(line);
    for (const each of skipped) io.out(skippedLine(each));
    if (isReported) io.out(`The report to hand over: ${job.report}`);
  }
  if (reportProblem !== undefined) io.err(reportProblem);
  return kinds.every(isAsPlanned) ? 'done' : 'losses';
}
