import type { WriteStream } from 'node:tty';
import type { Io } from '../terms/io.ts';

/** What a terminal can show in addition to letters. */
export interface Dress {
  /** Without UTF-8: `#` and `-` instead of blocks. */
  readonly isAscii: boolean;
  readonly hasColours: boolean;
}

/** `NO_COLOR` and the locale decide. A locale that is not set says nothing about the terminal, which then is taken to know UTF-8. */
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

/** The bar in the accent colour, losses in red, waiting in yellow. Each coloured word also says it. */
export function coloured(line: string): string {
  return line
    .replaceAll(/█+|#{2,}/g, `${CYAN}$&${PLAIN}`)
    .replaceAll(/[\d,]+ (failed|differ|missing|doubled|not copied)\b/g, `${RED}$&${PLAIN}`)
    .replace(
      /^(waiting|paused|stopping)\b|\b(waiting|paused)( [\d a-z]+)?$|people cannot write: .*$/,
      `${YELLOW}$&${PLAIN}`,
    );
}
