import { planningOptions } from '../arguments/option-groups.ts';
import { command } from '../arguments/command.ts';
import { planAndReport } from '../planning/plan-and-report.ts';
import { openWorkspace } from '../configuration/workspace.ts';

export const plan = command({
  details: [
    'Writes the plan, the rejected rows and the changed ids into the job folder. Planning the same files with the same settings again takes no time.',
    'Ends with status 1 when more rows were rejected than --max-rejects allows.',
  ],
  options: [...planningOptions, 'requests-per-minute', 'time-zone', 'json', 'quiet', 'help'],
  body: async (values, positionals, io) => {
    const workspace = await openWorkspace(values, io);
    const { accepted, summary } = await planAndReport(workspace, positionals, values, io);

    if (values.json !== true && values.quiet !== true) {
      io.err('');
      io.err(
        accepted
          ? `Send it with: ${workspace.next('run')}`
          : `Repair the rows and plan again${summary.requests === 0 ? '.' : `, or send the rest with: ${workspace.next('run')}`}`,
      );
    }
    return accepted ? 'done' : 'losses';
  },
});
