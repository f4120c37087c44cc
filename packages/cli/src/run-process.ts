import { createInterface } from 'node:readline';
import { chatferry } from './chatferry.ts';
import { askOnScreen } from '@chatferry/output/screens/ask-on-screen';
import { statusOf } from './terms/exit-status.ts';
import type { TerminalScreen } from '@chatferry/output/screens/terminal-screen';
import type { Io } from '@chatferry/output/terms/io';

/** Ctrl-C; a supervisor or shutdown; a closed terminal or a lost connection. Each signal asks for an orderly end. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Whether the terminal was closed. After that, a failure to print does not count as a second signal. */
let isHungUp = false;

/** Runs the command line of this process, and sets its exit status. */
export async function runProcess(): Promise<void> {
  endQuietlyWhenOutputCloses();
  process.exitCode = await chatferry(process.argv.slice(2), await processIo());
}

async function processIo(): Promise<Io> {
  const screen = isDrawable(process.stderr) ? await openScreen() : undefined;
  return {
    out: (line) => print(line, process.stdout, screen),
    err: (line) => print(line, process.stderr, screen),
    stdin: process.stdin,
    env: process.env,
    ask:
      process.stdin.isTTY && process.stderr.isTTY
        ? (question, stop) => ask(question, stop, screen)
        : undefined,
    screen,
    onInterrupt: (listener) => {
      let wasCalled = false;
      const called = (signal: NodeJS.Signals): void => {
        wasCalled = true;
        isHungUp ||= signal === 'SIGHUP';
        listener();
      };
      for (const signal of STOP_SIGNALS) process.on(signal, called);
      return () => {
        // The process is ending: another signal must not end it before its last lines are printed.
        if (wasCalled) return;
        for (const signal of STOP_SIGNALS) process.off(signal, called);
      };
    },
  };
}

/** Lines for a pipe or a file do not disturb the drawing. */
function print(line: string, to: NodeJS.WriteStream, screen: TerminalScreen | undefined): void {
  if (screen === undefined || !to.isTTY) to.write(`${line}\n`);
  else screen.print(line, to);
}

/** @returns the typed line; empty when `stop` is aborted first, or when the input ends */
async function ask(
  question: string,
  stop: AbortSignal | undefined,
  screen: TerminalScreen | undefined,
): Promise<string> {
  const answer = await (screen === undefined
    ? askInLines(question, stop)
    : askOnScreen(screen, process.stdin, question, { stop, interrupt }));
  // Ctrl-D has ended the input, so no person can answer.
  if (answer === undefined && stop?.aborted !== true) interrupt();
  return answer ?? '';
}

async function askInLines(
  question: string,
  stop: AbortSignal | undefined,
): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, signal: stop });
  // While a line is read, the terminal sends Ctrl-C as a key.
  lines.on('SIGINT', interrupt);
  lines.setPrompt(question);
  lines.prompt();
  const answer = await new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(undefined));
  });
  lines.close();
  if (answer === undefined) process.stderr.write('\n');
  return answer;
}

function interrupt(): void {
  if (!process.emit('SIGINT')) process.exit(statusOf('interrupted'));
}

/** Whether a screen can be drawn. Some build machines have a terminal without a size, and a dumb terminal cannot move its cursor. */
function isDrawable({ isTTY, columns, rows }: NodeJS.WriteStream): boolean {
  const { TERM, CI } = process.env;
  return isTTY && columns > 0 && rows > 0 && TERM !== 'dumb' && !CI;
}

/** Loads the screen's modules, which only a terminal needs. */
async function openScreen(): Promise<TerminalScreen> {
  const [{ terminalScreen }, { dressOf }] = await Promise.all([
    import('@chatferry/output/screens/terminal-screen'),
    import('@chatferry/output/screens/dress'),
  ]);
  return terminalScreen(process.stderr, dressOf(process.env, process.stderr));
}

/**
 * `chatferry status | head -1` closes the pipe early; that is not an error. A run whose events are no longer read is
 * stopped as by SIGTERM, so that the outcomes of requests in flight are recorded. A closed stderr stops nothing.
 */
function endQuietlyWhenOutputCloses(): void {
  let isStopping = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!['EPIPE', 'EIO'].includes(error.code ?? '')) throw error; // EIO: the terminal was closed.
    if (isStopping || isHungUp) return;
    isStopping = true;
    if (!process.emit('SIGTERM')) process.exit();
  });
  process.stderr.on('error', () => {});
}
