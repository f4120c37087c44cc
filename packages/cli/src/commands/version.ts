import packageJson from '../../package.json' with { type: 'json' };
import { command } from '../arguments/command.ts';
import type { Result } from '@chatferry/output/results/results';

export const version = command({
  options: ['json', 'help'],
  body: async ({ json }, _, io) => {
    const { version: number } = packageJson;
    const { version: node } = process;
    const result: Result = { type: 'version', version: number, node, next: [] };
    io.out(json === true ? JSON.stringify(result) : number);
    return 'done';
  },
});
