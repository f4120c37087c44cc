import type { Row } from '@chatferry/contract';

/** The only list of objects in a record. A path leads into the list by index, as in `data.attachments.0.url`. */
const LIST = 'attachments';

/** Sets a field and creates the objects on its path. Does nothing when a value on the path is not an object. */
export function setPath(row: Row, path: readonly string[], value: unknown): void {
  let holder = row;
  const last = path.length - 1;
  for (let level = 0; level < last; level++) {
    const key = path[level]!;
    holder[key] ??= key === LIST ? [] : {};
    const inner = holder[key];
    if (typeof inner !== 'object' || inner === null || (Array.isArray(inner) && key !== LIST))
      return;
    holder = inner as Row;
  }
  holder[path[last]!] = value;
}

export function getPath(row: Row, path: readonly string[]): unknown {
  let value: unknown = row;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Row)[key];
  }
  return value;
}
