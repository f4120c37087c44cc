import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chatferry } from '../processes/chatferry.ts';

/** Runs the command line tool until it ends. @throws {Error} unless it succeeds */
export async function runCommand(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@chatferry/source', chatferry, ...args],
    { env: { ...process.env, ...env } },
  );
  return stdout;
}
