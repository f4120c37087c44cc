import { createLogUpdate } from 'log-update';
import { chatferry } from './chatferry.ts';
import type { Io, Screen } from './io.ts';

/** Runs the command line this process was started with, and leaves its exit status behind. */
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
      process.on('SIGINT', listener).on('SIGTERM', listener);
      return () => void process.off('SIGINT', listener).off('SIGTERM', listener);
    },
  };
}

/** A terminal without a size, as some build machines have, is only good for lines. */
function isDrawable({ isTTY, columns, rows }: NodeJS.WriteStream): boolean {
  return isTTY && columns > 0 && rows > 0;
}

function terminalScreen(): Screen {
  const update = createLogUpdate(process.stderr, { showCursor: true });
  return { columns: () => process.stderr.columns, draw: update, done: () => update.done() };
}

/**
 * `chatferry status | head -1` closes the pipe early; that is no error. A run whose events nobody reads any more is
 * stopped as by SIGTERM, so that what is on its way is still written down. Progress that nobody sees stops nothing.
 */
function endQuietlyWhenNobodyReads(): void {
  let isStopping = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (isStopping) return;
    isStopping = true;
    if (!process.emit('SIGTERM')) process.exit();
  });
  process.stderr.on('error', () => {});
}
