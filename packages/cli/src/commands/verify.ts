import { createClient, systemClock } from '@chatferry/client';
import { kindsInOrder } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { jobHolder, runStatus } from '@chatferry/runner';
import { command } from '../command.ts';
import { targetFrom } from '../configuration/target.ts';
import { statusOf } from '../exit-status.ts';
import { whyNotWritten } from '../job/why-not-written.ts';
import { count } from '../printing/table.ts';
import { writeReport } from '../report/write-report.ts';
import { targetOptions } from '../running/run-settings.ts';
import { compareKind, type Comparison } from '../verifying/compare-kind.ts';
import { rememberVerification } from '../verifying/verification.ts';
import { verifyLines } from '../verifying/verify-lines.ts';
import { openPlannedWorkspace } from '../workspace.ts';

export const verify = command({
  summary: 'Read the service back and compare it with the plan, record by record.',
  details: [
    'Ends with status 1 when a planned record is not there, or one is there twice. What is there beyond the plan is counted, and is no fault.',
  ],
  options: ['job', 'config', ...targetOptions, 'json', 'quiet', 'help'],
  body: async (values, _, io) => {
    const { setting, configuration, job, next } = openPlannedWorkspace(values, io);
    using plan = openPlan(job.plan);
    const target = targetFrom(setting, configuration, io.env);
    await using client = createClient(target);
    const screen = values.quiet === true || values.json === true ? undefined : io.screen;

    const found: Comparison[] = [];
    for (const kind of kindsInOrder)
      found.push(
        await compareKind(client, plan, kind, (held) => {
          if (held % 1000 === 0) screen?.draw(`reading ${kind}: ${count(held)}`);
        }),
      );
    screen?.draw('');
    screen?.done();

    const isGood = found.every(({ missing, doubled }) => missing + doubled === 0);
    const at = new Date(systemClock.now()).toISOString();
    const verification = { plan: plan.id, at, target, complete: isGood, kinds: found };
    const notWritten = [
      whyNotWritten(job.verification, () => rememberVerification(job, verification)),
      whyNotWritten(job.report, () => writeReport(job, next, jobHolder(job.path))),
    ];
    const isReported = notWritten[1] === undefined;
    const { kinds } = runStatus(job.plan, job.ledger);
    if (values.json === true)
      io.out(
        JSON.stringify({
          type: 'verify',
          complete: isGood,
          kinds: found,
          files: isReported ? { report: job.report } : {},
        }),
      );
    else {
      for (const line of verifyLines(found, kinds, job, next)) io.out(line);
      if (isReported) io.out(`The report to hand over: ${job.report}`);
    }
    for (const line of notWritten) if (line !== undefined) io.err(line);
    return statusOf(isGood ? 'done' : 'losses');
  },
});
