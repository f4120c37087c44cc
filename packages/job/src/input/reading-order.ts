import { realpathSync } from 'node:fs';
import { kindsInOrder } from '@chatferry/contract';
import { type FileOfKind, inputKey } from './input-key.ts';

/** An input, and the path of its bytes; undefined for stdin. */
interface PlacedInput extends FileOfKind {
  readonly path: string | undefined;
}

/** By kind, then by name with numbers in counting order; a file that was given twice is read once for each of its kinds. */
export function inReadingOrder<Input extends PlacedInput>(inputs: readonly Input[]): Input[] {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return inputs
    .filter((input) => {
      const real = input.path === undefined ? '-' : realpathSync(input.path);
      const name = names.get(real) ?? input.file;
      names.set(real, name);
      const key = inputKey(input);
      return name !== input.file || seen.has(key) ? false : seen.add(key);
    })
    .toSorted(
      (a, b) =>
        kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind) ||
        byName.compare(a.file, b.file),
    );
}

const byName = new Intl.Collator('en', { numeric: true });
