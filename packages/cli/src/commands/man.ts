import { command } from '../arguments/command.ts';
import { manualPage } from '../describing/manual.ts';
import { statusOf } from '../terms/exit-status.ts';
import { resultJson } from '../printing/result-json.ts';
import packageJson from '../../package.json' with { type: 'json' };

export const man = command({
  details: ['To read it: chatferry man | man -l -'],
  options: ['json', 'help'],
  body: async ({ json }, _positionals, io, all) => {
    const text = await manualPage(all, packageJson.version);
    if (json === true) io.out(resultJson({ type: 'man', text, next: [] }));
    else for (const line of text.trimEnd().split('\n')) io.out(line);
    return statusOf('done');
  },
});
