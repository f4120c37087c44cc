import { command } from '../arguments/command.ts';
import { manualPage } from '../describing/manual.ts';
import { print } from '@chatferry/output/printing/print';
import packageJson from '../../package.json' with { type: 'json' };

export const man = command({
  details: ['To read it: chatferry man | man -l -'],
  options: ['json', 'help'],
  body: async (values, _, io, all) => {
    const text = await manualPage(all, packageJson.version);
    print({ type: 'man', text, next: [] }, text.trimEnd().split('\n'), values, io);
    return 'done';
  },
});
