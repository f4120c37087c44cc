import path from 'node:path';

/** The entry point of the command line tool, run from its sources. */
export const chatferry: string = path.join(import.meta.dirname, '../../packages/cli/src/main.ts');
