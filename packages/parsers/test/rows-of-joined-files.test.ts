import { describe, expect, test } from 'vitest';
import { HEADER_AGAIN } from '@chatferry/parsers';
import { blocksOf, type File, read } from './reading.ts';

const BOM = '\uFEFF';

async function names(file: File) {
  const { records, rejected } = await read(file);
  return { names: records.map(({ record }) => record['name']), rejected: rejected.length };
}

async function filtered(file: File) {
  const blocks = await Array.fromAsync(blocksOf(file));
  return blocks.reduce((sum, block) => sum + (block.filtered?.get(HEADER_AGAIN) ?? 0), 0);
}

function joined(mark: string, header: string): string {
  return `${mark}${header}\nu1,Ann\nu2,Bob\n${mark}${header}\nu3,Cleo\n\n${mark}${header}\n${mark}"u4","Di ""D"""\n`;
}

describe('CSV files that were put together', () => {
  test.each([
    ['with a byte order mark each', BOM, 'uid,name'],
    ['without one', '', 'uid,name'],
    ['with quoted and padded names', BOM, '"uid", name'],
  ])('%s', async (_, mark, header) => {
    const content = joined(mark, header);

    expect(await names({ content })).toEqual({
      names: ['Ann', 'Bob', 'Cleo', 'Di "D"'],
      rejected: 0,
    });
    expect(await filtered({ content })).toBe(2);
  });

  test('with the names in other letters', async () => {
    const content = 'uid;name\nu1;Ann\nUID;Name\nu2;Bob\n';

    expect(await names({ content })).toEqual({ names: ['Ann', 'Bob'], rejected: 0 });
    expect(await filtered({ content })).toBe(1);
  });

  test('with columns in another order, the line that says so is rejected', async () => {
    const { records, rejected } = await read({ content: 'uid,name\nu1,Ann\nname,uid\nbob,u2\n' });

    expect(records.map(({ line }) => line)).toEqual([2, 4]);
    expect(rejected).toMatchObject([{ line: 3, problems: [{ code: 'other-column-order' }] }]);
  });

  test('as UTF-16', async () => {
    const content = Buffer.from(joined(BOM, 'uid,name'), 'utf16le');

    expect((await names({ content })).names).toEqual(['Ann', 'Bob', 'Cleo', 'Di "D"']);
  });

  test('with declared names, and a header all the same', async () => {
    const content = 'uid,name\nu1,Ann\n';
    const mapping = { header: false, fields: ['uid', 'name'] };

    expect(await names({ content, mapping })).toEqual({ names: ['Ann'], rejected: 0 });
  });

  test('a row that only begins like the header is a row', async () => {
    expect(await names({ content: 'uid,name\nuid,Ann\n' })).toEqual({
      names: ['Ann'],
      rejected: 0,
    });
  });
});

test('the same mark in front of lines of NDJSON and of objects one after the other', async () => {
  const content = `${BOM}{"uid":"a","name":"A"}\n${BOM}{"uid":"b","name":"B"}\n`;

  expect((await names({ format: 'ndjson', content })).names).toEqual(['A', 'B']);
  expect((await names({ format: 'json', content })).names).toEqual(['A', 'B']);
  const nested = content.replaceAll('{"uid"', '{"all":[{"uid"').replaceAll('}\n', '}]}\n');
  const mapping = { rows: 'all[*]' };
  expect((await names({ format: 'ndjson', content: nested, mapping })).names).toEqual(['A', 'B']);
});

describe('a first line that declares the delimiter', () => {
  test.each([
    ['sep=;\r\nuid;name\r\nu1;Ann, Lee\r\n', ['Ann, Lee']],
    ['"sep=|"\nuid|name\nu1|Ann;Lee\n', ['Ann;Lee']],
    ['sep=\t\nuid\tname\nu1\tAnn\n', ['Ann']],
    ['SEP=~\nuid~name\nu1~Ann\n', ['Ann']],
    [`${BOM}sep=;\nuid;name\nu1;Ann\n`, ['Ann']],
  ])('%j', async (content, expected) => {
    expect(await names({ content })).toEqual({ names: expected, rejected: 0 });
  });

  test('lines of records keep their numbers', async () => {
    const { records } = await read({ content: 'sep=;\nuid;name\nu1;Ann\n' });

    expect(records[0]!.line).toBe(3);
  });
});
