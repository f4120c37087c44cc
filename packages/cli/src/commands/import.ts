import { planningOptions, runOptions } from '../arguments/option-groups.ts';
import { command } from '../arguments/command.ts';
import { planAndReport } from '../planning/plan-and-report.ts';
import { runAndReport } from '../running/run-and-report.ts';
import { openWorkspace } from '../configuration/workspace.ts';

export const importCommand = command({
  details: [
    'Started again with the same input, it resumes where it stopped.',
    'The key is read from the environment variable CHATFERRY_API_KEY, or from the variable that the configuration names.',
  ],
  options: [...planningOptions, ...runOptions, 'json', 'quiet', 'help'],
  body: async (values, positionals, io) => {
    const workspace = await openWorkspace(values, io);
    // Check the key first, so that a missing key is reported before an hour of planning.
    workspace.target();

    const { accepted } = await planAndReport(workspace, positionals, values, io);
    if (!accepted) {
      io.err('');
      io.err(
        `Nothing was sent. Repair the rows and import again, or send the rest with: ${workspace.next('run')}`,
      );
      return 'losses';
    }
    if (values.json !== true) io.out('');
    return await runAndReport(workspace, values, io);
  },
});
