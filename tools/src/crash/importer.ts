import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chatferry } from '../processes/chatferry.ts';
import type { ServiceTarget } from '../processes/service-process.ts';

/** The result of a run has a line of some kilobytes, with the counts of each kind. */
const SAID_AT_MOST = 20_000;

/** When to act on an importer, in milliseconds after an event. */
export interface Moment {
  readonly after: 'start' | keyof typeof lineOf;
  readonly ms: number;
}

/** The text in the output line of each event. */
const lineOf = {
  'first-event': '"type":"started"',
  preflight: '"type":"preflight-started"',
  roles: startOf('roles'),
  users: startOf('users'),
  groups: startOf('groups'),
  members: startOf('members'),
  messages: startOf('messages'),
  descriptions: startOf('descriptions'),
  replies: startOf('replies'),
  reactions: startOf('reactions'),
  friends: startOf('friends'),
  blocks: startOf('blocks'),
  deactivations: startOf('deactivations'),
  reactivations: startOf('reactivations'),
  unbans: startOf('unbans'),
  roleUpdates: startOf('roleUpdates'),
  userUpdates: startOf('userUpdates'),
  groupUpdates: startOf('groupUpdates'),
  memberUpdates: startOf('memberUpdates'),
  messageEdits: startOf('messageEdits'),
  messageRemovals: startOf('messageRemovals'),
  memberRemovals: startOf('memberRemovals'),
} as const;

function startOf(kind: string): string {
  return `"type":"kind-started","kind":"${kind}"`;
}

export interface ImporterOptions {
  readonly input: string;
  readonly job: string;
  readonly target: ServiceTarget;
  readonly command?: 'import' | 'run' | 'retry' | 'repair' | 'undo';
  /** More options of `import`. */
  readonly planning?: readonly string[];
  /** More options of what sends. */
  readonly sending?: readonly string[];
  /** Modules to load before it. */
  readonly preload?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Ending {
  readonly killed: boolean;
  /** Exit status; undefined when it was killed. */
  readonly status: number | undefined;
  /** The end of its output. */
  readonly said: string;
}

const rules = path.join(import.meta.dirname, 'rules.yaml');

/** Far longer than any import of this harness, also on a machine with other work. */
const LIMIT_MS = 900_000;

/**
 * Runs the importer in a separate process until it ends or is killed.
 * @param moment absent: it runs undisturbed
 * @param act the action at that moment, unless it has ended before. Default: kill it
 * @throws {Error} when it does not end
 */
export async function runImporter(
  options: ImporterOptions,
  moment?: Moment,
  act: (child: ChildProcess) => void = (child) => child.kill('SIGKILL'),
): Promise<Ending> {
  const {
    input,
    job,
    target,
    command = 'import',
    planning = [],
    sending = [],
    preload,
    env,
  } = options;
  const child = spawn(
    process.execPath,
    [
      '--conditions=@chatferry/source',
      ...(preload === undefined ? [] : ['--import', preload]),
      chatferry,
      command,
      ...(command === 'import'
        ? [input, '--records-per-request=10', `--config=${rules}`, ...planning]
        : []),
      ...(command === 'repair' ? ['--edit-messages'] : []),
      ...sending,
      `--job=${job}`,
      ...targetArguments(target),
      // An undo is confirmed with the app, and has the quota of the chat API.
      ...(command === 'undo' ? [target.appId] : ['--requests-per-minute=unlimited']),
      '--yes',
      '--json',
    ],
    { env: { ...process.env, CHATFERRY_API_KEY: target.apiKey, ...env } },
  );
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-SAID_AT_MOST)));
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => (said = `${said}${line}\n`.slice(-SAID_AT_MOST)));
  let waiting: NodeJS.Timeout | undefined;
  const actAfter = (ms: number): void => {
    waiting ??= setTimeout(() => child.exitCode === null && act(child), ms);
  };
  if (moment?.after === 'start') actAfter(moment.ms);
  else if (moment !== undefined) {
    const awaited = lineOf[moment.after];
    lines.on('line', (line) => {
      if (line.includes(awaited)) actAfter(moment.ms);
    });
  }

  const hanging = setTimeout(() => child.kill('SIGABRT'), LIMIT_MS);
  await once(child, 'close');
  clearTimeout(hanging);
  clearTimeout(waiting);
  if (child.signalCode === 'SIGABRT')
    throw new Error(`The importer did not end within ${LIMIT_MS / 1000} s. It said:\n${said}`);
  return { killed: child.signalCode === 'SIGKILL', status: child.exitCode ?? undefined, said };
}

function targetArguments({ appId, baseUrl }: ServiceTarget): string[] {
  return [`--app-id=${appId}`, `--base-url=${baseUrl}`];
}
