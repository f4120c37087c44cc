import { checkJob, type Finding } from '@chatferry/job/planned';
import { command } from '../arguments/command.ts';
import { print } from '@chatferry/output/printing/print';
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
    const commands = sound ? [next('status')] : [];
    const result = { type: 'check', sound, findings, next: commands } as const;
    print(result, lines(findings, job.path), values, io);
    if (damage.length > 0) return 'refused';
    return others.length > 0 ? 'losses' : 'done';
  },
});

function lines(findings: readonly Finding[], folder: string): string[] {
  if (findings.length === 0) return [`${folder} is sound: plan, ledger and the other files agree.`];
  return findings.flatMap(({ file, what, fix }) => [
    what.includes(file) ? what : `${file}: ${what}`,
    `  ${fix}`,
  ]);
}
