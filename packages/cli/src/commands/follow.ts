import { ruleOptions, runOptions } from '../arguments/option-groups.ts';
import { command } from '../arguments/command.ts';
import { openWorkspace } from '../configuration/workspace.ts';
import { followAndReport } from '../following/follow-and-report.ts';
import { Refusal } from '@chatferry/contract/refusal';

export const follow = command({
  details: [
    'Needs rights to read only. The first start plans what is new since the job of --after; later starts continue, also after kill -9.',
    'Sends live operations without asking, because people do not use the app before the cut-over.',
  ],
  options: [
    'job',
    'config',
    'after',
    'every',
    'once',
    'edit-messages',
    'removals',
    'max-removals',
    ...ruleOptions,
    'store',
    ...runOptions,
    'codes-only',
    'metrics',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, _, io) => {
    if (values.store !== undefined)
      throw new Refusal(
        'A job that follows keeps its ledger in its job folder, together with its plan, which grows.',
        'Leave out --store. One process follows; workers can send the bulk before it.',
      );
    const workspace = await openWorkspace(values, io);
    return await followAndReport(workspace, values, io);
  },
});
