import path from 'node:path';

/** The entry point of the command line tool: the sources, or the bundle that tests have built. */
export const chatferry: string =
  process.env['CHATFERRY_TEST_COMMAND'] ??
  path.join(import.meta.dirname, '../../../packages/cli/src/main.ts');
