import { spawn } from 'node:child_process';

/** How a command of the operator ended. No result contains the command or its output: both may contain secrets. */
export type CommandEnd =
  | { readonly is: 'done' }
  | {
      readonly is: 'failed';
      /** Without the text of the command. */
      readonly why: string;
    };

/** The time between the request to end and the forced end. */
const GRACE_MS = 5000;

export interface CommandLimits {
  readonly limitMs: number;
  /** Ends the command. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each piece of text that the command prints. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

/**
 * Runs a line of the operator with `sh`, in the environment of this process. The command has its own process group, so that Ctrl-C ends the
 * waiting process, but not the command.
 */
export async function runCommand(
  line: string,
  { limitMs, signal, onOutput = () => {} }: CommandLimits,
): Promise<CommandEnd> {
  const child = spawn('sh', ['-c', line], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => onOutput(text));
  let ended: string | undefined;
  let killing: NodeJS.Timeout | undefined;
  const end = (why: string): void => {
    if (ended !== undefined) return;
    ended = why;
    kill(child.pid, 'SIGTERM');
    killing = setTimeout(() => kill(child.pid, 'SIGKILL'), GRACE_MS);
  };
  const late = setTimeout(
    () => end(`It was ended after ${Math.round(limitMs / 1000)} s.`),
    limitMs,
  );
  const stop = (): void => end('It was ended, because the cut-over was stopped.');
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  try {
    // Not `close`: background processes of the command may keep its output open.
    const why = await new Promise<string | undefined>((resolve) => {
      child.on('error', (error: NodeJS.ErrnoException) =>
        resolve(`It could not be started: ${error.code ?? error.message}.`),
      );
      child.on('exit', (code, by) =>
        resolve(
          code === 0
            ? undefined
            : by === null
              ? `It ended with status ${code}.`
              : `${by} ended it.`,
        ),
      );
    });
    if (ended !== undefined) return { is: 'failed', why: ended };
    return why === undefined ? { is: 'done' } : { is: 'failed', why };
  } finally {
    clearTimeout(late);
    clearTimeout(killing);
    signal?.removeEventListener('abort', stop);
    child.stdout.destroy();
    child.stderr.destroy();
    child.unref();
  }
}

/** Sends a signal to a process group, which may have ended. */
function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
