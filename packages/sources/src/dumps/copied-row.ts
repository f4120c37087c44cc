import type { Literal } from './literal.ts';

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The values of a line of `COPY … FROM stdin`. */
export function copiedRow(line: string): readonly Literal[] {
  return line.split('\t').map((cell) => {
    if (cell === String.raw`\N`) return { is: 'null' };
    const text = cell.includes('\\')
      ? cell.replaceAll(
          /\\(?:([0-7]{1,3})|x([\dA-Fa-f]{1,2})|([\s\S]))/g,
          (_, octal?: string, hex?: string, char?: string) =>
            octal !== undefined
              ? String.fromCharCode(Number.parseInt(octal, 8))
              : hex !== undefined
                ? String.fromCharCode(Number.parseInt(hex, 16))
                : (escapes[char!] ?? char!),
        )
      : cell;
    return { is: 'text', text };
  });
}
