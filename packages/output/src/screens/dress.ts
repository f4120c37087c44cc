import type { WriteStream } from 'node:tty';
import type { Io } from '../terms/io.ts';

/** The abilities of a terminal. */
export interface Dress {
  /** Whether the terminal lacks UTF-8: then `#` and `-` replace the blocks. */
  readonly isAscii: boolean;
  readonly hasColours: boolean;
}

/** `NO_COLOR` and the locale decide. An unset locale says nothing about the terminal, so UTF-8 is assumed. */
export function dressOf(env: Io['env'], terminal: Pick<WriteStream, 'hasColors'>): Dress {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((each) => each);
  return {
    isAscii: locale !== undefined && !/utf-?8/i.test(locale),
    hasColours: !env['NO_COLOR'] && terminal.hasColors(),
  };
}

const ascii: Readonly<Record<string, string>> = {
  '█': '#',
  '░': '-',
  '→': '>',
  '←': '<',
  '⇄': '=',
  '…': '.',
};

export function inAscii(line: string): string {
  return line.replaceAll(/[█░→←⇄…]/g, (character) => ascii[character]!);
}

const [RED, YELLOW, CYAN, PLAIN] = [31, 33, 36, 39].map((code) => `\u001B[${code}m`);

/** Colours the bar with the accent colour, losses red, and waiting yellow. The words of a line have the same meaning without colours. */
export function coloured(line: string): string {
  return line
    .replaceAll(/█+|#{2,}/g, `${CYAN}$&${PLAIN}`)
    .replaceAll(/[\d,]+ (failed|differ|missing|doubled|not copied)\b/g, `${RED}$&${PLAIN}`)
    .replace(
      /^(waiting|paused|stopping)\b|\b(waiting|paused)( [\d a-z]+)?$|people cannot write: .*$/,
      `${YELLOW}$&${PLAIN}`,
    );
}
