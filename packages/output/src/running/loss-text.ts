import { count, printable } from '@chatferry/contract';

type Losses = Readonly<Record<'failed' | 'skipped' | 'unresolved', number>> & {
  readonly failedCodes?: readonly string[] | undefined;
};

/** `3 failed (HTTP 413), 7 skipped`; undefined without losses. */
export function lossText(counts: Losses): string | undefined {
  const names = ['failed', 'skipped', 'unresolved'] as const;
  const lost = names.filter((name) => counts[name] > 0);
  if (lost.length === 0) return undefined;
  const of = (name: (typeof names)[number]): string =>
    `${count(counts[name])} ${name}${name === 'failed' ? codesText(counts.failedCodes) : ''}`;
  return lost.map(of).join(', ');
}

/** Such as ` (HTTP 413)`, or ` (HTTP 413 and others)`. */
function codesText([first, ...others]: readonly string[] = []): string {
  if (first === undefined) return '';
  return ` (${printable(first)}${others.length === 0 ? '' : ' and others'})`;
}
