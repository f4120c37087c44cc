import { byKind, fields, inputKinds, type Kind, kinds } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { readPage } from './shell-blocks/markdown.ts';

/** The row of a table that begins with this cell. */
function rowOf(page: string, cell: string): string {
  const row = readPage(page)
    .split('\n')
    .find((line) => new RegExp(`^\\| ${cell} +\\|`).test(line));
  if (row === undefined) throw new Error(`${page} has no row ${cell}`);
  return row;
}

/** The words in back quotes. */
function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
}

/** The fields that an operation changes, and whose difference is seen, as pages name them. */
const changed = byKind((kind) =>
  Object.keys(kinds[kind].updates ?? {})
    .filter((name) => name.startsWith('data.') || name in kinds[kind].compared)
    .map((name) => name.replace('data.', '')),
);

/** Splits `name, icon or tags`. */
function listed(text: string): string[] {
  return text.split(/, | or | and /).toSorted();
}

test.each(['roles', 'users', 'groups', 'members', 'messages', 'deactivations'] as const)(
  'commands.md lists the fields of %s that are compared',
  (kind) => {
    // In parentheses are values.
    const words = quoted(rowOf('docs/commands.md', kind).replaceAll(/\([^)]*\)/g, ''));
    const named = Object.keys(kinds[kind].compared).filter((name) => !name.startsWith('data.'));

    expect(named.filter((name) => !words.includes(name))).toEqual([]);
    const known = new Set([...Object.keys(fields[kind]), 'deactivated', 'deleted']);
    expect(
      words.filter((word) => known.has(word) && !named.includes(word) && word !== 'data'),
    ).toEqual([]);
  },
);

test.each([
  ['users', 'user', 'deactivated'],
  ['groups', 'group', undefined],
  ['roles', 'role', undefined],
  ['messages', 'message', undefined],
] as const)(
  'repair.md and delta.md list the fields of %s that are changed',
  (kind: Kind, noun, other) => {
    const expected = changed[kind].filter((name) => name !== other).toSorted();
    const repaired = new RegExp(`^\\| (.*) of a ${noun} +\\| .*\`PUT /`, 'm').exec(
      readPage('docs/repair.md'),
    );
    const updated = readPage('docs/delta.md').split('## What is updated')[1]!.replaceAll('\n', ' ');
    const inDelta = new RegExp(
      `([A-Za-z, ]+? and [a-z]+) (?:of ${kind}|of ${kind} are edited)`,
      'i',
    ).exec(updated);

    expect(listed(repaired?.[1] ?? '')).toEqual(expected);
    expect(listed((inDelta?.[1] ?? '').trim().toLowerCase())).toEqual(expected);
  },
);

test('configuration.md lists the optional fields of which a bad value is dropped', () => {
  const [, ...words] = quoted(
    /^\| `badOptional`.*?(?=, or time other)/m.exec(readPage('docs/configuration.md'))![0],
  );
  const dropped = inputKinds.flatMap((kind) =>
    (kinds[kind].optional ?? []).filter((name) => !kinds[kind].times.includes(name)),
  );

  expect(new Set(words.filter((word) => !['drop', 'reject'].includes(word)))).toEqual(
    new Set(dropped.map((name) => name.replace('data.', ''))),
  );
});
