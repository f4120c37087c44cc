import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { chatferry } from './chatferry.ts';
import type { Usage } from './usage.ts';

export type Measured = Usage & {
  readonly seconds: number;
  /** The end of the output. */
  readonly output: string;
};

/**
 * Runs a script in a separate process without a time limit. The script reports its usage with `reportUsage`; a preloaded module reports
 * the usage of other programs, such as the command line tool.
 *
 * @throws {Error} with the end of the output, when the exit status is not among `accepted`
 */
export async function measure(
  script: string | URL,
  args: readonly string[],
  { accepted = [0], env = {} }: { accepted?: readonly number[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Measured> {
  const begin = performance.now();
  const child = fork(script, args, {
    execArgv: [...flagsOf(script), '--conditions=@chatferry/source', '--import', usageReporter],
    env: { ...envOf(script), NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let usage: Usage | undefined;
  let output = '';
  child.on('message', (message) => (usage = { ...usage, ...(message as Usage) }));
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4000)));
  const [status] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - begin) / 1000;
  if (!accepted.includes(status ?? -1) || usage === undefined)
    throw new Error(`${String(script)} ${args.join(' ')} ended with ${status}:\n${output}`);
  return { ...usage, seconds, output };
}

/** The compile cache of the command in a clone. */
const compiled = path.join(import.meta.dirname, '../../../node_modules/.cache/chatferry');

const usageReporter = new URL('./preload-usage.ts', import.meta.url).href;

/** The flags that the command line tool sets for itself; none for other scripts. */
function flagsOf(script: string | URL): string[] {
  return isCommand(script) ? ['--max-semi-space-size=4'] : [];
}

/** The variables that the command line tool sets for itself, see `bin/chatferry.js`. */
function envOf(script: string | URL): NodeJS.ProcessEnv {
  return isCommand(script) ? { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) } : {};
}

/** Whether the script is the command line tool, from these sources or from an earlier commit. */
function isCommand(script: string | URL): boolean {
  return script === chatferry || String(script).endsWith('packages/cli/src/main.ts');
}
