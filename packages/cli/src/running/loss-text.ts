import { count } from '@chatferry/contract';

/** `3 failed, 7 skipped`; undefined without losses. */
export function lossText(
  counts: Readonly<Record<'failed' | 'skipped' | 'unresolved', number>>,
): string | undefined {
  const names = ['failed', 'skipped', 'unresolved'] as const;
  const lost = names.filter((name) => counts[name] > 0);
  if (lost.length === 0) return undefined;
  return lost.map((name) => `${count(counts[name])} ${name}`).join(', ');
}
