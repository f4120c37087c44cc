import path from 'node:path';

/** The entry point of the command line tool: its sources, or the bundle that tests have made of them. */
export const chatferry: string =
  process.env['CHATFERRY_TEST_COMMAND'] ??
  path.join(import.meta.dirname, '../../../packages/cli/src/main.ts');
