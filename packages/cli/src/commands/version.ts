import packageJson from '../../package.json' with { type: 'json' };
import { command } from '../arguments/command.ts';
import { statusOf } from '../terms/exit-status.ts';

export const version = command({
  options: ['json', 'help'],
  body: ({ json }, _positionals, io) => {
    const { version: number } = packageJson;
    const { version: node } = process;
    io.out(json === true ? JSON.stringify({ type: 'version', version: number, node }) : number);
    return Promise.resolve(statusOf('done'));
  },
});
