import { command } from '../command.ts';
import { targetFrom } from '../configuration/target.ts';
import { statusOf } from '../exit-status.ts';
import { planAndReport, planningOptions } from '../planning/plan-and-report.ts';
import { runAndReport } from '../running/run-and-report.ts';
import { runOptions } from '../running/run-settings.ts';
import { openWorkspace } from '../workspace.ts';

export const importCommand = command({
  summary: 'Plan, then send if nothing was rejected, or no more than --max-rejects allows.',
  positionals: '[INPUT…]',
  details: [
    'Started again with the same input it goes on where it stopped.',
    'The key comes from the environment variable CHATFERRY_API_KEY, or from the one that the configuration names.',
  ],
  options: [...planningOptions, ...runOptions, 'json', 'quiet', 'help'],
  body: async (values, positionals, io) => {
    const workspace = openWorkspace(values, io);
    // Asked for now: nobody wants to learn after an hour of planning that the key is missing.
    targetFrom(workspace.setting, workspace.configuration, io.env);

    const { accepted } = await planAndReport(workspace, positionals, values, io);
    if (!accepted) {
      io.err(
        `\nNothing was sent. Repair the rows and import again, or send the rest with: ${workspace.next('run')}`,
      );
      return statusOf('losses');
    }
    if (values.json !== true) io.out('');
    return statusOf(await runAndReport(workspace, values, io));
  },
});
