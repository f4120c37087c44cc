import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kind, type RecordBlock, type Row, rowsOf } from '@chatferry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Format,
  type KindMapping,
  readCode,
  readRecords,
  type ReadRules,
} from '../src/index.ts';

const NOW = 1_790_000_000;
const folder = mkdtempSync(path.join(tmpdir(), 'parsers-transform-'));
afterAll(() => rmSync(folder, { recursive: true }));
let written = 0;

/** Writes a configuration in code, each into a folder of its own. */
function write(code: string, others: Record<string, string> = {}): string {
  const own = mkdtempSync(path.join(folder, `${written++}-`));
  for (const [name, content] of Object.entries(others))
    writeFileSync(path.join(own, name), content);
  const file = path.join(own, 'chatferry.config.ts');
  writeFileSync(file, code);
  return file;
}

/** The mapping of a kind in a configuration. */
async function mappingIn(file: string, kind: Kind): Promise<KindMapping> {
  const { value, functions, sha256 } = await readCode(file);
  const mapping = (value as { kinds: Record<Kind, KindMapping> }).kinds[kind];
  return { ...mapping, transform: { file, sha256, at: functions[0]! } };
}

interface Given {
  readonly kind?: Kind;
  readonly format?: Format;
  readonly rules?: Partial<ReadRules>;
  readonly signal?: AbortSignal;
  readonly mapping?: KindMapping;
  readonly others?: Record<string, string>;
}

/** Reads a file whose rows go through the body of a `transform(row, context)`. */
async function read(
  body: string,
  content: string | AsyncIterable<string>,
  given: Given = {},
): Promise<RecordBlock[]> {
  const { kind = 'users', format = 'csv', rules = {}, signal, mapping, others } = given;
  const code = `
    import { defineConfig } from 'chatferry';
    ${others === undefined ? '' : "import { help } from './help.ts';"}
    export default defineConfig({
      kinds: { ${kind}: { ...${JSON.stringify(mapping ?? {})}, transform(row, context) { ${body} } } },
    });`;
  const input = {
    kind,
    format,
    file: `${kind}.${format}`,
    bytes: typeof content === 'string' ? piecesOf(content) : content,
    mapping: await mappingIn(write(code, others), kind),
  };
  const blocks: RecordBlock[] = [];
  for await (const block of readRecords(input, { now: NOW, ids: 'map', ...rules }, signal))
    blocks.push({ ...block, wire: block.wire.slice(), columns: block.columns.slice() });
  return blocks;
}

async function* piecesOf(content: string): AsyncGenerator<string> {
  yield await Promise.resolve(content);
}

function recordsOf(blocks: readonly RecordBlock[]): Row[] {
  return blocks.flatMap(({ wire }) => {
    const text = Buffer.from(wire).toString();
    return Object.values(JSON.parse(`{${text.replaceAll('}"', '},"')}}`) as Record<string, Row>);
  });
}

const rejectsOf = (blocks: readonly RecordBlock[]): { line: number; message: string }[] =>
  blocks.flatMap(({ rejected }) =>
    rejected.map(({ line, problems }) => ({ line, message: problems[0]!.message })),
  );

describe('transform', () => {
  test('runs after the filter, and before columns and conversions', async () => {
    const blocks = await read(
      'return { id: row.id, first: row.first.trim(), role: row.level > 3 ? "boss" : "none", tags: "a|b" };',
      'id,first,level,gone\n1, Ann ,5,\n2,Bob,1,yes\n3,Kim,1,\n',
      {
        mapping: {
          only: { gone: 'empty' },
          columns: { id: 'uid', first: 'name' },
          convert: { role: { values: { boss: 'admin', none: null } } },
        },
      },
    );

    expect(recordsOf(blocks)).toEqual([
      { uid: '1', name: 'Ann', role: 'admin', tags: ['a', 'b'] },
      { uid: '3', name: 'Kim', tags: ['a', 'b'] },
    ]);
    expect(blocks[0]!.filtered).toEqual(new Map([['gone is not empty', 1]]));
  });

  test.each(['csv', 'ndjson'] as const)('cannot send half a character: %s', async (format) => {
    const name = '🚋🚋';
    const content =
      format === 'csv' ? `uid,name\nann,${name}\n` : `${JSON.stringify({ uid: 'ann', name })}\n`;
    const [block] = await read('return { ...row, name: row.name.slice(0, 3) };', content, {
      format,
    });

    expect(block!.records).toBe(0);
    expect(block!.rejected[0]!.problems[0]!.code).toBe('broken-text');
  });

  test('leaves rows out for a reason, which is counted', async () => {
    const [block] = await read(
      "return row.uid.startsWith('bot') ? context.leaveOut('a bot') : row;",
      'uid,name\nbot1,B\nann,Ann\nbot2,B\n',
    );

    expect(block!.records).toBe(1);
    expect(block!.filtered).toEqual(new Map([['transform leaves it out: a bot', 2]]));
    expect(rowsOf(block!)).toBe(3);
  });

  test('makes several rows of one: they keep its line, and all but the first count as made', async () => {
    const blocks = await read(
      'return row.people.split(" ").map((uid) => ({ uid, name: uid === "x" ? "" : uid, link: uid === "ann" ? "x" : undefined }));',
      'people\nann bob x\nkim\n',
    );

    expect(recordsOf(blocks).map(({ uid }) => uid)).toEqual(['ann', 'bob', 'kim']);
    expect(blocks[0]).toMatchObject({ records: 3, made: 2 });
    expect(blocks[0]!.dropped.map(({ id }) => id)).toEqual(['ann']);
    expect(rejectsOf(blocks)).toMatchObject([{ line: 2 }]);
    expect(rowsOf(blocks[0]!)).toBe(2);
  });

  test('gets file, line and kind', async () => {
    const blocks = await read(
      'return { uid: row.uid, name: `${context.kind} ${context.file}:${context.line}` };',
      '{"uid":"a"}\n\n{"uid":"b"}\n',
      { format: 'ndjson' },
    );

    expect(recordsOf(blocks).map(({ name }) => name)).toEqual([
      'users users.ndjson:1',
      'users users.ndjson:3',
    ]);
  });

  test('can import other files, and what the package exports for it', async () => {
    const blocks = await read('return help(row);', 'uid,name\nAnn Lee,x\n', {
      others: {
        'help.ts': `
          import { serviceId } from 'chatferry';
          export const help = (row: { uid: string }): object => ({ uid: row.uid, name: serviceId(row.uid) });`,
      },
    });

    expect(recordsOf(blocks)[0]!['name']).toMatch(/^ann_lee_/);
  });

  test('does not lose digits: long numbers are texts', async () => {
    const blocks = await read(
      'return { uid: row.uid, name: row.name, metadata: { was: typeof row.uid, less: row.less } };',
      '{"uid":1234567890123456789,"name":"Ann","less":-1234567890123456789}\n',
      { format: 'ndjson' },
    );

    expect(recordsOf(blocks)).toEqual([
      {
        uid: '1234567890123456789',
        name: 'Ann',
        metadata: { was: 'string', less: '-1234567890123456789' },
      },
    ]);
  });

  test('sees what is around its row, and so do paths afterwards', async () => {
    const { functions, sha256, value } = await readCode(
      write(`export default { kinds: { members: {
        rows: 'groups[*].people[*]', columns: { '^.id': 'guid', who: 'uid' },
        transform: (row, { parents }) => ({ who: row['.'] + parents[0].id }),
      } } };`),
    );
    expect(functions).toEqual([['kinds', 'members', 'transform']]);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(value).toEqual({
      kinds: { members: { rows: 'groups[*].people[*]', columns: { '^.id': 'guid', who: 'uid' } } },
    });
  });
});

describe('a row is rejected, with its line,', () => {
  const cases = [
    ['when it throws', 'throw new Error("no name")', 'no name, at chatferry.config.ts:5'],
    ['when it throws something else', 'throw "oops"', '(oops)'],
    ['when it returns nothing', 'return', 'it returned nothing'],
    ['when it returns no row', 'return []', 'it returned no row and no reason'],
    ['when it returns a text', 'return "ann"', 'it returned a string instead of a row'],
    ['when a row is none', 'return [row, 1]', 'a list with something that is no row'],
    ['when it is async', 'return Promise.reject(new Error())', 'a promise: it cannot be async'],
    ['without a reason', "return context.leaveOut(' ')", 'left the row out without a reason'],
    ['when a value has no text', 'return { ...row, x: 1n }', 'BigInt'],
    ['when a row contains itself', 'row.x = row; return row', 'circular'],
  ] as const;
  // All rows are read once: starting the threads takes longer than the rest. Each bad row is between two good ones.
  const bodies = cases.map(([, body], index) => `if (row.uid === 'bad${index}') { ${body} }`);
  const rows = cases.map((_, index) => `bad${index},B\nbob${index},Bob\n`);
  let blocks: RecordBlock[];
  beforeAll(async () => {
    blocks = await read(`${bodies.join(' ')}\nreturn row;`, `uid,name\nann,Ann\n${rows.join('')}`);
  });

  test.each(cases.map(([name, , message], index) => [name, message, index] as const))(
    '%s',
    (_, message, index) => {
      const line = 3 + 2 * index;
      const rejected = blocks.flatMap((block) => block.rejected).filter((row) => row.line === line);

      expect(rejected).toHaveLength(1);
      expect(rejected[0]).toMatchObject({ row: `bad${index},B` });
      expect(rejected[0]!.problems[0]!.message).toContain(message);
    },
  );

  test('and no other row', () => {
    const good = ['ann', ...cases.map((_, index) => `bob${index}`)];

    expect(recordsOf(blocks).map(({ uid }) => uid)).toEqual(good);
    expect(rejectsOf(blocks)).toHaveLength(cases.length);
  });
});

test('the number of reasons is limited', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => `u${index},x`).join('\n');
  const [block] = await read('return context.leaveOut(row.uid);', `uid,name\n${rows}\n`);

  expect(block!.filtered!.size).toBe(101);
  expect(block!.filtered!.get('transform leaves it out: other reasons')).toBe(50);
});

describe('threads', () => {
  const rows = Array.from({ length: 9000 }, (_, index) => `u${index},Name ${index},${index % 7}`);
  const content = `id,first,group\n${rows.join('\n')}\n`;
  const body = `
    if (row.group === '3') return context.leaveOut('group 3');
    if (row.group === '5') throw new Error('group 5');
    const one = { uid: row.id, name: row.first };
    return row.group === '6' ? [one, { uid: row.id + '-2', name: row.first }] : one;`;

  test('any number of them has the same result', async () => {
    const results = [];
    for (const threads of [0, 1, 4]) {
      const blocks = await read(body, content, { rules: { threads } });
      results.push({
        records: recordsOf(blocks),
        rejects: rejectsOf(blocks),
        made: blocks.reduce((sum, { made = 0 }) => sum + made, 0),
        filtered: blocks.reduce(
          (sum, { filtered }) => sum + (filtered?.values().next().value ?? 0),
          0,
        ),
      });
    }

    expect(results[0]!.records.length).toBeGreaterThan(6000);
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });
});

describe('code that does not return', () => {
  const content = 'uid,name\nann,Ann\nbad,B\nbob,Bob\n';

  test('is stopped, and named with its row', async () => {
    const reading = read("while (row.uid === 'bad'); return row;", content, {
      rules: { transformLimitMs: 300 },
    });

    await expect(reading).rejects.toMatchObject({
      code: 'transform-stopped',
      line: 3,
      message: 'users.csv:3: transform does not return.',
    });
  });

  test('is not one that has no row to read', async () => {
    const rows = 'ann,Ann\n'.repeat(50_000);
    async function* pausing(): AsyncGenerator<string> {
      yield `uid,name\n${rows}`;
      await sleep(2500);
      yield rows;
    }

    const blocks = await read('return row;', pausing(), { rules: { transformLimitMs: 1000 } });

    expect(blocks.reduce((sum, block) => sum + rowsOf(block), 0)).toBe(100_000);
  });

  test('can be aborted', async () => {
    const stop = new AbortController();
    const reading = read("while (row.uid === 'bad'); return row;", content, {
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(new Error('enough')), 300);

    await expect(reading).rejects.toThrow('enough');
  });

  test.each(['process.exit(0)', 'const all = []; for (;;) all.push(new Array(1e5).fill(row))'])(
    'and ends its thread is named: %s',
    async (body) => {
      const reading = read(`if (row.uid === 'bad') { ${body} } return row;`, content);

      await expect(reading).rejects.toMatchObject({ code: 'transform-stopped', line: 3 });
    },
  );

  test('while it is loaded is stopped', async () => {
    const file = write('for (;;);');
    await expect(readCode(file, 300)).rejects.toMatchObject({
      name: 'CodeError',
      message: `${file}: cannot be loaded. It takes more than 0.3 seconds.`,
    });
  });
});

async function digest(code: string, a: string, others?: Record<string, string>): Promise<string> {
  const { sha256 } = await readCode(write(code, { 'a.ts': a, ...others }));
  return sha256;
}

describe('the digest of code', () => {
  const main = "import { a } from './a.ts'; export default { a };";

  test('does not depend on the folder, and changes with every file that is imported', async () => {
    const first = await digest(main, 'export const a = 1;');

    expect(await digest(main, 'export const a = 1;')).toBe(first);
    expect(await digest(main, 'export const a = 2;')).not.toBe(first);
    expect(await digest(`${main} `, 'export const a = 1;')).not.toBe(first);
  });

  test('changes with a file that an imported file imports', async () => {
    const reExport = "export { a } from './b.ts';";

    expect(await digest(main, reExport, { 'b.ts': 'export const a = 1;' })).not.toBe(
      await digest(main, reExport, { 'b.ts': 'export const a = 2;' }),
    );
  });

  test('that changes while rows are read stops the reading', async () => {
    const file = write('export default { kinds: { users: { transform: (row) => row } } };');
    const mapping = await mappingIn(file, 'users');
    writeFileSync(file, 'export default { kinds: { users: { transform: () => 1 } } };');
    const bytes = piecesOf('uid,name\nann,Ann\n');
    const input = { kind: 'users', format: 'csv', file: 'users.csv', bytes, mapping } as const;

    await expect(readRecords(input, { now: NOW, ids: 'map' }).next()).rejects.toMatchObject({
      code: 'transform-stopped',
      message: expect.stringContaining('The code changed while the file was read') as string,
    });
  });
});
