import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * One server for all tests of the package, unless one is named. It has a process of its own: the package that starts it ends
 * every process that loads it with status 0, also one in which tests have failed.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['CHATFERRY_TEST_POSTGRES'] !== undefined) return undefined;
  const script = path.join(import.meta.dirname, 'serve-postgres.ts');
  const child = spawn(process.execPath, ['--conditions=@chatferry/source', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  process.env['CHATFERRY_TEST_POSTGRES'] = address.toString().trim();
  return async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
}
