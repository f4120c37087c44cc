import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Kind } from '@chatferry/contract';
import { CommandProcess, type Ending } from '../processes/command-process.ts';
import type { ServiceTarget } from '../processes/service-process.ts';

/** When to act on an importer: some milliseconds after its start, or after it started to send a kind. */
export interface Moment {
  readonly after: 'start' | 'first-event' | 'preflight' | Kind;
  readonly ms: number;
}

/** The text that marks an event in the output. */
function textOf(after: Moment['after']): string {
  if (after === 'first-event') return '"type":"started"';
  if (after === 'preflight') return '"type":"preflight-started"';
  return `"type":"kind-started","kind":"${after}"`;
}

export interface ImporterOptions {
  readonly input: string;
  readonly job: string;
  readonly target: ServiceTarget;
  readonly command?: 'import' | 'run' | 'retry' | 'repair' | 'undo';
  /** More options of `import`. */
  readonly planning?: readonly string[];
  /** More options of every command that sends. */
  readonly sending?: readonly string[];
  /** A module to load before the importer. */
  readonly preload?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const rules = path.join(import.meta.dirname, 'rules.yaml');

/** Far longer than any import of this harness, also on a busy machine. */
const LIMIT_MS = 900_000;

/**
 * Runs the importer in a separate process until it ends or is killed.
 * @param moment absent: the importer runs undisturbed
 * @param act the action at the moment, unless the importer has ended. Default: kill the importer
 * @throws {Error} when the importer does not end
 */
export async function runImporter(
  options: ImporterOptions,
  moment?: Moment,
  act: (child: ChildProcess) => void = (child) => child.kill('SIGKILL'),
): Promise<Ending> {
  const { target, preload, env } = options;
  let waiting: NodeJS.Timeout | undefined;
  const actSoon = (): void => {
    waiting ??= setTimeout(() => child.exitCode === null && act(child), moment!.ms);
  };
  const awaited = moment === undefined ? undefined : textOf(moment.after);
  const importer = new CommandProcess(argumentsOf(options), {
    preload,
    env: { CHATFERRY_API_KEY: target.apiKey, ...env },
    onLine: (line) => {
      if (awaited !== undefined && line.includes(awaited)) actSoon();
    },
  });
  const { child } = importer;
  if (moment?.after === 'start') actSoon();
  const hanging = setTimeout(() => child.kill('SIGABRT'), LIMIT_MS);
  const ending = await importer.ended();
  clearTimeout(hanging);
  clearTimeout(waiting);
  if (child.signalCode === 'SIGABRT')
    throw new Error(
      `The importer did not end within ${LIMIT_MS / 1000} s. It said:\n${ending.said}`,
    );
  return ending;
}

function argumentsOf({
  input,
  job,
  target: { appId, baseUrl },
  command = 'import',
  planning = [],
  sending = [],
}: ImporterOptions): string[] {
  return [
    command,
    ...(command === 'import'
      ? [input, '--records-per-request=10', `--config=${rules}`, ...planning]
      : []),
    ...(command === 'repair' ? ['--edit-messages'] : []),
    ...sending,
    `--job=${job}`,
    `--app-id=${appId}`,
    `--base-url=${baseUrl}`,
    // An undo takes the app id as confirmation, and has the quota of the chat API.
    ...(command === 'undo' ? [appId] : ['--requests-per-minute=unlimited']),
    '--yes',
    '--json',
  ];
}
