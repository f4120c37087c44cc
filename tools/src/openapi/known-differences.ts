import { readFileSync } from 'node:fs';

interface KnownDifferences {
  readonly reason: string;
  /** The printed lines. */
  readonly differences: readonly string[];
}

/** The known differences, each with its reason. */
export function knownDifferences(): ReadonlyMap<string, string> {
  const file = new URL('known-differences.json', import.meta.url);
  const groups = JSON.parse(readFileSync(file, 'utf8')) as KnownDifferences[];
  return new Map(
    groups.flatMap(({ reason, differences }) => differences.map((line) => [line, reason] as const)),
  );
}
