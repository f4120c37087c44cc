import { checkJob, type Finding } from '@chatferry/job/planned';
import { command } from '../arguments/command.ts';
import { statusOf } from '../terms/exit-status.ts';
import { resultJson } from '../printing/result-json.ts';
import { openPlannedWorkspaceToRead } from '../configuration/workspace.ts';

export const check = command({
  details: [
    'Reads every page and every batch of the plan, recounts the ledger, and compares the hashes of the other files. Changes nothing.',
    'Ends with status 2 when the plan or the ledger is damaged, and with status 1 when another file is.',
  ],
  options: ['job', 'config', 'json', 'quiet', 'help'],
  body: async (values, _, io) => {
    const { job, next } = await openPlannedWorkspaceToRead(values, io);
    const { damage, others } = await checkJob(job);
    const findings = [...damage, ...others];
    const sound = findings.length === 0;
    if (values.json === true)
      io.out(resultJson({ type: 'check', sound, findings, next: sound ? [next('status')] : [] }));
    else for (const line of lines(findings, job.path)) io.out(line);
    if (damage.length > 0) return statusOf('refused');
    return statusOf(others.length > 0 ? 'losses' : 'done');
  },
});

function lines(findings: readonly Finding[], folder: string): string[] {
  if (findings.length === 0) return [`${folder} is sound: plan, ledger and the other files agree.`];
  return findings.flatMap(({ file, what, fix }) => [
    what.includes(file) ? what : `${file}: ${what}`,
    `  ${fix}`,
  ]);
}
