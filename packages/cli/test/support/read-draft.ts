import { fields, type InputKind, kinds } from '@chatferry/contract';
import { parse } from 'yaml';

/** What a draft says of the columns of one kind in one file. */
export interface DraftedKind {
  /** Column → fields that it is certainly read into. */
  readonly sure: ReadonlyMap<string, readonly string[]>;
  /** The same for lines that have to be confirmed. */
  readonly proposed: ReadonlyMap<string, readonly string[]>;
  readonly ignored: readonly string[];
}

type Mapping = Readonly<Record<string, unknown>>;

/** What a draft says, by file and kind; a file that it skips has no kinds. */
export function readDraft(text: string): Record<string, Partial<Record<InputKind, DraftedKind>>> {
  const { files } = parse(text) as { files: Record<string, Mapping | null> };
  const blocks = blocksOf(text);
  return Object.fromEntries(
    Object.entries(files).map(([file, entry]) => {
      const several = entry?.['kinds'] as Record<string, Mapping | null> | undefined;
      if (entry?.['skip'] !== undefined) return [file, {}];
      const named: [string, Mapping | null][] =
        several === undefined
          ? [[kindOf(file, entry), entry]]
          : Object.entries(several).flatMap(([kind, mappings]) =>
              [mappings].flat().map((mapping): [string, Mapping | null] => [kind, mapping]),
            );
      const read: Partial<Record<InputKind, DraftedKind>> = {};
      for (const [kind, mapping] of named as [InputKind, Mapping | null][]) {
        const comments = blocks.get(several === undefined ? file : `${file} ${kind}`) ?? [];
        read[kind] = joined(read[kind], drafted(kind, mapping ?? {}, comments));
      }
      return [file, read];
    }),
  );
}

/** What several mappings of a kind say. */
function joined(one: DraftedKind | undefined, other: DraftedKind): DraftedKind {
  if (one === undefined) return other;
  return {
    sure: merged(one.sure, other.sure),
    proposed: merged(one.proposed, other.proposed),
    ignored: one.ignored.filter((name) => other.ignored.includes(name)),
  };
}

function merged(
  one: DraftedKind['sure'],
  other: DraftedKind['sure'],
): ReadonlyMap<string, readonly string[]> {
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return new Map(
    names.map((name) => [
      name,
      [...new Set([...(one.get(name) ?? []), ...(other.get(name) ?? [])])],
    ]),
  );
}

function kindOf(file: string, entry: Mapping | null): string {
  return (entry?.['kind'] as string | undefined) ?? /[a-z]+/.exec(file.toLowerCase())![0];
}

/** The comments of each entry under `files`, and of each kind in one. */
function blocksOf(text: string): Map<string, string[]> {
  const blocks = new Map<string, string[]>();
  let [file, kind] = ['', ''];
  for (const line of text.split('\n')) {
    const { blanks, written = '' } =
      /^(?<blanks> {2}| {6})(?<written>[^\s#].*?):(?: \{\})?$/.exec(line)?.groups ?? {};
    const name = blanks === undefined ? '' : String(parse(written));
    if (blanks === '  ') [file, kind] = [name, ''];
    if (blanks === '      ' && Object.hasOwn(kinds, name)) kind = name;
    const comment = /^\s*# (.*)$/.exec(line)?.[1];
    if (comment === undefined) continue;
    const at = kind === '' ? file : `${file} ${kind}`;
    blocks.set(at, [...(blocks.get(at) ?? []), comment]);
  }
  return blocks;
}

function drafted(kind: InputKind, mapping: Mapping, comments: readonly string[]): DraftedKind {
  const proposals = comments.flatMap((comment): Mapping[] => {
    try {
      const value: unknown = parse(comment);
      if (typeof value !== 'object' || value === null) return [];
      const [[key, inner]] = Object.entries(value) as [[string, unknown]];
      if (key === 'columns' || key === 'convert') return [{ [key]: inner }];
      return typeof inner === 'string' || Array.isArray(inner)
        ? [{ columns: { [key]: inner } }]
        : [];
    } catch {
      return [];
    }
  });
  return {
    sure: fieldsIn(mapping),
    proposed: new Map(proposals.flatMap((each) => [...fieldsIn(each)])),
    ignored: (mapping['ignore'] as string[] | undefined) ?? [],
  };

  function fieldsIn(part: Mapping): Map<string, readonly string[]> {
    const found = new Map<string, string[]>();
    const add = (column: string, field: string): void =>
      void found.set(column, [...(found.get(column) ?? []), field]);
    for (const [column, named] of Object.entries(
      (part['columns'] ?? {}) as Record<string, string | string[]>,
    ))
      for (const field of [named].flat()) add(column, field);
    for (const [field, rule] of Object.entries(
      (part['convert'] ?? {}) as Record<string, Record<string, string[]>>,
    ))
      for (const column of rule['join'] ?? []) add(column, field);
    return found;
  }
}

/** The fields that a column certainly becomes: those it is mapped to, or the one that it is called after. */
export function sureFields(
  kind: InputKind,
  { sure, ignored }: DraftedKind,
  column: string,
): readonly string[] {
  const mapped = sure.get(column);
  if (mapped !== undefined) return mapped;
  const [root] = column.split('.', 1) as [string];
  if (ignored.includes(root)) return [];
  return fields[kind][column] !== undefined || kinds[kind].shorthands?.[column] !== undefined
    ? [column]
    : [];
}
