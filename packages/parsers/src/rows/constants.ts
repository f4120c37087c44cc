import type { Kind, Row } from '@chatferry/contract';
import { getPath, setPath } from '../terms/paths.ts';
import { pathOf } from '../mapping/targets.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';

/** Values for the fields that a row leaves empty. */
export class Constants {
  readonly #values: readonly { readonly path: readonly string[]; readonly value: unknown }[];

  constructor(kind: Kind, values: Readonly<Record<string, unknown>>) {
    this.#values = Object.entries(values).map(([field, value]) => ({
      path: pathOf(kind, field),
      value,
    }));
  }

  /** @returns whether the row left any of these fields empty */
  fillIn(row: Row): boolean {
    let filled = false;
    for (const { path, value } of this.#values) {
      if (getPath(row, path) !== undefined) continue;
      setPath(row, path, typeof value === 'object' ? structuredClone(value) : value);
      filled = true;
    }
    return filled;
  }
}

/** The constant values of fields that no row fills. */
export function constantsOf({
  constants = {},
  convert = {},
}: KindMapping): NonNullable<KindMapping['constants']> {
  const defaults = Object.entries(convert).flatMap(([field, rule]) =>
    rule.default === undefined ? [] : [[field, rule.default] as const],
  );
  return { ...constants, ...Object.fromEntries(defaults) };
}
