import { command } from '../arguments/command.ts';
import { manualPage } from '../describing/manual.ts';
import { statusOf } from '../terms/exit-status.ts';
import packageJson from '../../package.json' with { type: 'json' };

export const man = command({
  details: ['To read it: chatferry man | man -l -'],
  options: ['help'],
  body: async (_values, _positionals, io, all) => {
    for (const line of (await manualPage(all, packageJson.version)).trimEnd().split('\n'))
      io.out(line);
    return statusOf('done');
  },
});
