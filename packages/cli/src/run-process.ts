import { createLogUpdate } from 'log-update';
import { chatferry } from './chatferry.ts';
import type { Io, Screen } from './io.ts';

/** Ctrl-C, a supervisor or shutdown, a closed terminal or lost connection: all of them ask for an orderly end. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Whether the terminal went away: what cannot be printed any more is then no second signal. */
let isHungUp = false;

/** Runs the command line of this process, and sets its exit status. */
export async function runProcess(): Promise<void> {
  endQuietlyWhenNobodyReads();
  process.exitCode = await chatferry(process.argv.slice(2), processIo());
}

function processIo(): Io {
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    stdin: process.stdin,
    env: process.env,
    screen: isDrawable(process.stderr) ? terminalScreen() : undefined,
    onInterrupt: (listener) => {
      let wasCalled = false;
      const called = (signal: NodeJS.Signals): void => {
        wasCalled = true;
        isHungUp ||= signal === 'SIGHUP';
        listener();
      };
      for (const signal of STOP_SIGNALS) process.on(signal, called);
      return () => {
        // The process is about to end by itself: another signal must not end it in the middle of its last lines.
        if (wasCalled) return;
        for (const signal of STOP_SIGNALS) process.off(signal, called);
      };
    },
  };
}

/** A terminal without a size, as some build machines have, is only good for lines. */
function isDrawable({ isTTY, columns, rows }: NodeJS.WriteStream): boolean {
  return isTTY && columns > 0 && rows > 0;
}

function terminalScreen(): Screen {
  const update = createLogUpdate(process.stderr, { showCursor: true });
  return {
    columns: () => process.stderr.columns,
    draw: update,
    clear: () => {
      update.clear();
      update.done();
    },
    done: () => update.done(),
  };
}

/**
 * `chatferry status | head -1` closes the pipe early; that is not an error. A run whose events are no longer read is
 * stopped as by SIGTERM, so that the outcomes of requests in flight are recorded. A closed stderr stops nothing.
 */
function endQuietlyWhenNobodyReads(): void {
  let isStopping = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!['EPIPE', 'EIO'].includes(error.code ?? '')) throw error; // EIO: the terminal was closed.
    if (isStopping || isHungUp) return;
    isStopping = true;
    if (!process.emit('SIGTERM')) process.exit();
  });
  process.stderr.on('error', () => {});
}
