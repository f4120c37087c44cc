import { emitKeypressEvents, type Key } from 'node:readline';
import type { ReadStream } from 'node:tty';
import type { TerminalScreen } from './terminal-screen.ts';

/**
 * Asks a question below the drawing, which is redrawn while a person types.
 *
 * @param interrupt called for Ctrl-C, which a terminal in raw mode sends as a key
 * @returns the typed line; undefined when the input ends, or when `stop` is aborted first
 */
export async function askOnScreen(
  screen: Pick<TerminalScreen, 'ask' | 'answered'>,
  stdin: ReadStream,
  question: string,
  { stop, interrupt }: { readonly stop: AbortSignal | undefined; readonly interrupt: () => void },
): Promise<string | undefined> {
  let typed = '';
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const onKey = (text: string | undefined, { name = '', ctrl = false }: Key): void => {
    if (ctrl && name === 'c') return interrupt();
    if (ctrl && name === 'd') return typed === '' ? resolve(undefined) : undefined;
    if (name === 'return' || name === 'enter') return resolve(typed);
    if (name === 'backspace') typed = typed.replace(/.$/su, '');
    else if (ctrl && name === 'u') typed = '';
    else if (text !== undefined && !/\p{Cc}/u.test(text)) typed += text;
    screen.ask(question, typed);
  };
  const onEnd = (): void => resolve(undefined);
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.on('keypress', onKey).once('end', onEnd).resume();
  stop?.addEventListener('abort', onEnd);
  screen.ask(question, typed);
  if (stop?.aborted === true) onEnd();
  try {
    return await promise;
  } finally {
    stop?.removeEventListener('abort', onEnd);
    stdin.off('keypress', onKey).off('end', onEnd).pause();
    stdin.setRawMode(false);
    screen.answered();
  }
}
