import type { RecordBlock } from '@chatferry/contract';
import {
  type Input,
  type KindMapping,
  type KindReading,
  PlaceCounts,
  readRecords,
} from '@chatferry/parsers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rules } from './reading.ts';

/*
 * Exports in which each value is a word of its own, so that what happens to it is found by looking for the word: in a record, in the
 * text of a rejected row, or at a place that is filtered, ignored or named as not read.
 */

type Step = string | number;

interface Leaf {
  readonly word: string;
  readonly path: readonly Step[];
}

/** A value in which `WORD` stands for a word that is not chosen yet. */
const WORD = null;

const key = fc.constantFrom('a', 'b', 'text', 'by', 'x.y');
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant(WORD),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

const row = fc
  .tuple(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'data'), value), fc.boolean())
  .map(([more, isGood]) => ({ ...(isGood ? { id: WORD } : {}), ...more }));

/** Gives each leaf its word. */
function worded(shape: unknown, next: { number: number }): unknown {
  if (Array.isArray(shape)) return shape.map((each) => worded(each, next));
  if (typeof shape !== 'object' || shape === null) return `w${next.number++}w`;
  return Object.fromEntries(
    Object.entries(shape).map(([name, each]) => [name, worded(each, next)]),
  );
}

function leavesOf(from: unknown, path: readonly Step[] = []): Leaf[] {
  if (typeof from === 'string') return [{ word: from, path }];
  const isList = Array.isArray(from);
  return Object.entries(from as object).flatMap(([name, each]) =>
    leavesOf(each, [...path, isList ? Number(name) : name]),
  );
}

/** As the configuration writes it, with `[*]` or `[n]` for positions. */
function pathText(path: readonly Step[], isEach: boolean): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return isEach ? '[*]' : `[${step}]`;
      return step.includes('.') ? `["${step}"]` : `${index === 0 ? '' : '.'}${step}`;
    })
    .join('');
}

/** Whether a place that is printed has a path in it, or leads to it. */
function covers(place: string, path: readonly Step[]): boolean {
  const steps = place.match(/\[\*\]|\[\d+\]|\["[^"]*"\]|[^.[\]]+/g) ?? [];
  return (
    steps.length <= path.length &&
    steps.every((step, index) => {
      const at = path[index]!;
      if (step === '[*]') return typeof at === 'number';
      if (step === '*') return typeof at === 'string';
      if (step.startsWith('["')) return step.slice(2, -2) === at;
      return step.startsWith('[') ? step.slice(1, -1) === String(at) : step === at;
    })
  );
}

const whats = [
  'column',
  'column-each',
  'matched',
  'other',
  'ignore',
  'ignore-root',
  'only',
] as const;

interface Wish {
  readonly leaf: number;
  readonly what: (typeof whats)[number];
}

const wish = fc.record({
  leaf: fc.nat(200),
  what: fc.constantFrom(...whats),
} as const);

/** A mapping that names places of the rows; some rows may have others. */
function mappingFor(rows: readonly unknown[], wishes: readonly Wish[]): KindMapping {
  const leaves = rows.flatMap((each) => leavesOf(each)).filter(({ path }) => path[0] !== 'id');
  const columns: Record<string, string> = { id: 'uid' };
  const ignore = new Set<string>();
  const only: Record<string, { not: string[] }> = {};
  const convert: Record<string, object> = {};
  for (const [index, { leaf, what }] of wishes.entries()) {
    const found = leaves[leaf % Math.max(leaves.length, 1)];
    if (found === undefined) continue;
    const root = pathText(found.path.slice(0, 1), false);
    const name = pathText(found.path, what === 'column-each');
    if (what === 'ignore-root') ignore.add(root);
    else if (what === 'ignore') ignore.add(pathText(found.path, true));
    else if (what === 'only') only[name] = { not: [found.word] };
    else if (what === 'other')
      convert[`metadata.o${index}`] = { other: [name, '$file'], than: '$file' };
    else {
      columns[name] ??= `metadata.m${index}`;
      if (what === 'matched') convert[columns[name]] = { match: '^([^]+)$' };
    }
  }
  return { columns, convert, ignore: [...ignore], only, constants: { name: 'N' } };
}

/** A list of rows inside of rows, as the mapping names it, where the first leaf that is in a list is in one. */
function nestedIn(rows: readonly unknown[]): string | undefined {
  for (const { path } of rows.flatMap((each) => leavesOf(each))) {
    const at = path.findIndex((step) => typeof step === 'number');
    if (at > 0) return pathText(path.slice(0, at + 1), true);
  }
  return undefined;
}

/** The rows inside of a row, at any depth. @param path of the list that they are in */
function innerRows(from: unknown, path: readonly string[]): number {
  const list = path.reduce<unknown>(
    (holder, name) =>
      typeof holder === 'object' && holder !== null && !Array.isArray(holder)
        ? (holder as Record<string, unknown>)[name]
        : undefined,
    from,
  );
  if (!Array.isArray(list)) return 0;
  return list.reduce<number>((sum, each) => sum + 1 + innerRows(each, path), 0);
}

interface Case {
  readonly rows: readonly unknown[];
  readonly mapping: KindMapping;
  /** What is around the rows; the path of the rows in it. */
  readonly around: 'lines' | 'list' | 'object';
}

const anyCase = fc
  .record({
    shapes: fc.array(row, { minLength: 1, maxLength: 5 }),
    wishes: fc.array(wish, { maxLength: 8 }),
    hasNested: fc.boolean(),
    around: fc.constantFrom('lines', 'list', 'object'),
    beside: fc.dictionary(fc.constantFrom('p', 'q', 'r'), value, { maxKeys: 3 }),
  } as const)
  .map(({ shapes, wishes, hasNested, around, beside }): Case & { readonly document: unknown } => {
    const next = { number: 0 };
    const rows = shapes.map((shape) => worded(shape, next));
    const nested = hasNested ? nestedIn(rows) : undefined;
    const wanted = wishes.filter(({ what }) => nested === undefined || what !== 'only');
    const mapping = { ...mappingFor(rows, wanted), ...(nested === undefined ? {} : { nested }) };
    if (around === 'lines') return { rows, mapping, around, document: rows };
    const others = worded(beside, next) as object;
    const held =
      around === 'list' ? rows : Object.fromEntries(rows.map((each, index) => [`k${index}`, each]));
    const document = { ...others, deep: { rows: held } };
    return {
      rows,
      mapping: { ...mapping, rows: around === 'list' ? 'deep.rows[*]' : 'deep.rows.*' },
      around,
      document,
    };
  });

async function blocksFor(
  content: string,
  format: Input['format'],
  readings: readonly KindReading[],
) {
  const bytes = () => [Buffer.from(content)] as unknown as AsyncIterable<Uint8Array>;
  const blocks: RecordBlock[] = [];
  for (const { kind, mapping } of readings) {
    const input: Input = {
      file: 'f',
      kind,
      format,
      mapping,
      bytes: bytes(),
      again: bytes,
      inFile: readings,
    };
    for await (const block of readRecords(input, { ...rules, ids: 'map' })) blocks.push(block);
  }
  return blocks;
}

/** The keys that lead to the rows inside of rows; none where there are none. */
function nestedKeys({ nested }: KindMapping): string[] {
  const text = [nested ?? []].flat()[0]?.replace(/\[\*\]$/, '') ?? '';
  return Array.from(text.matchAll(/\["([^"]*)"\]|[^.[\]]+/g), ([plain, quoted]) => quoted ?? plain);
}

/** What becomes of a word. */
function fateOf(
  { word, path }: Leaf,
  {
    sent,
    refused,
    ignored,
    places,
  }: {
    sent: string;
    refused: string;
    ignored: readonly string[];
    places: readonly string[];
  },
): string {
  if (sent.includes(word)) return 'sent';
  if (refused.includes(word)) return 'refused';
  if (ignored.some((place) => covers(place, path))) return 'ignored';
  return places.some((place) => covers(place, path)) ? 'named' : 'lost';
}

test('every value of any export is sent, refused, filtered, ignored, or named as not read; and the rows add up', async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ rows, mapping, around, document }) => {
      const isLines = around === 'lines';
      const content = isLines
        ? rows.map((each) => JSON.stringify(each)).join('\n')
        : JSON.stringify(document);

      const blocks = await blocksFor(content, isLines ? 'ndjson' : 'json', [
        { kind: 'users', mapping },
      ]);

      const rejected = blocks.flatMap((block) => block.rejected);
      const unread = rejected.filter(({ problems: [first] }) => first!.code === 'not-read');
      const filtered = blocks.flatMap((block) => [...(block.filtered?.values() ?? [])]);
      const planned = blocks.reduce((sum, { records }) => sum + records, 0);
      const left = filtered.reduce((sum, each) => sum + each, 0);
      const keys = nestedKeys(mapping);
      const inner = rows.reduce<number>((sum, each) => sum + innerRows(each, keys), 0);
      expect(planned + left + rejected.length - unread.length).toBe(
        rows.length + (keys.length === 0 ? 0 : inner),
      );

      const counts = new PlaceCounts();
      for (const { account } of blocks)
        for (const [at, name, count] of account?.unread ?? []) counts.add(at, name, count);
      const prefix = around === 'lines' ? [] : ['deep', 'rows'];
      const own = rows.flatMap((each, index) => {
        const at = around === 'lines' ? [] : [...prefix, around === 'list' ? index : `k${index}`];
        return leavesOf(each).map(({ word, path }) => ({
          row: index,
          word,
          path: [...at, ...path],
        }));
      });
      const beside = isLines ? [] : leavesOf(document).filter(({ path }) => path[0] !== 'deep');
      const inRow = around === 'lines' ? '' : around === 'list' ? 'deep.rows[*]' : 'deep.rows.*';
      const joined = (place: string): string =>
        inRow === '' || place.startsWith('[') ? inRow + place : `${inRow}.${place}`;
      const found = {
        sent: blocks.map(({ wire }) => Buffer.from(wire).toString()).join(),
        refused: rejected.map((each) => each.row).join(),
        ignored: [...mapping.ignore!, ...Object.keys(mapping.only!)].map(joined),
        places: counts.byPlace().map(({ place }) => place),
      };
      const fates = own.map((leaf) => ({ ...leaf, fate: fateOf(leaf, found) }));
      // A row that is filtered has none of its words anywhere else; there are as many such rows as were counted.
      const gone = rows.filter(
        (_, index) =>
          fates.every(
            ({ row: of, fate }) =>
              of !== index || fate === 'lost' || fate === 'ignored' || fate === 'named',
          ) && fates.some(({ row: of, fate }) => of === index && fate === 'lost'),
      );
      expect(gone.length).toBeLessThanOrEqual(left);
      const lost = fates.filter(({ row: of, fate }) => fate === 'lost' && !gone.includes(rows[of]));
      expect(lost).toEqual([]);
      expect(beside.filter((leaf) => fateOf(leaf, found) === 'lost')).toEqual([]);
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 200) },
  );
});

function cell(content: unknown): string {
  return typeof content === 'string'
    ? content
    : `"${JSON.stringify(content).replaceAll('"', '""')}"`;
}

test('the same in CSV, whose cells may hold JSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 4 }),
      fc.array(wish, { maxLength: 6 }),
      async (shapes, wishes) => {
        const next = { number: 0 };
        const rows = shapes.map(([a, b]) => ({
          id: `w${next.number++}w`,
          a: worded(a, next),
          b: worded(b, next),
        }));
        const named = mappingFor(rows, wishes);
        const used = Object.keys(named.columns!).map((name) => name[0]);
        const unused = ['a', 'b'].filter((name) => !used.includes(name));
        const mapping = { ...named, only: {}, ignore: [...named.ignore!, ...unused] };
        const lines = rows.map(({ id, a, b }) => [id, cell(a), cell(b)].join());
        const content = `id,a,b\n${lines.join('\n')}\n`;

        const blocks = await blocksFor(content, 'csv', [{ kind: 'users', mapping }]);

        const rejected = blocks.flatMap((block) => block.rejected);
        const planned = blocks.reduce((sum, { records }) => sum + records, 0);
        const unread = rejected.filter(({ problems: [first] }) => first!.code === 'not-read');
        expect(planned + rejected.length - unread.length).toBe(rows.length);
        const counts = new PlaceCounts();
        for (const { account } of blocks)
          for (const [at, name, count] of account?.unread ?? []) counts.add(at, name, count);
        const found = {
          sent: blocks.map(({ wire }) => Buffer.from(wire).toString()).join(),
          refused: rejected.map((each) => each.row).join(),
          ignored: mapping.ignore,
          places: counts.byPlace().map(({ place }) => place),
        };
        const leaves = rows.flatMap((each) => leavesOf(each));
        expect(leaves.filter((leaf) => fateOf(leaf, found) === 'lost')).toEqual([]);
      },
    ),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 100) },
  );
});
