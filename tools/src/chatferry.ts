import path from 'node:path';

/** The command line tool's entry, run from its sources. */
export const chatferry: string = path.join(import.meta.dirname, '../../packages/cli/src/main.ts');
