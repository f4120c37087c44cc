import { describe, expect, test } from 'vitest';
import { ids, read, refusals } from './reading.ts';

describe('rows and lines', () => {
  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('%s ends lines, also within cells', async (_, newline) => {
    const content = ['uid,name', 'ada,Ada', 'bob,"Bob', 'B."', '', '"cy",Cy', 'dot,"Dot"'].join(
      newline,
    );

    const { records } = await read({ content });

    expect(records.map(({ line, id }) => [line, id])).toEqual([
      [2, 'ada'],
      [3, 'bob'],
      [6, 'cy'],
      [7, 'dot'],
    ]);
    expect(records[1]!.record['name']).toBe(`Bob${newline}B.`);
  });

  test.each([',', ';', '\t', '|'])(
    'the delimiter %j is detected in the header',
    async (delimiter) => {
      const content = [
        ['uid', 'name', 'role'],
        ['ada', '"A,d;a|\t"', 'admin'],
      ]
        .map((cells) => cells.join(delimiter))
        .join('\n');

      const { records } = await read({ content });

      expect(records[0]!.record).toEqual({ uid: 'ada', name: 'A,d;a|\t', role: 'admin' });
    },
  );

  test('the delimiter can be declared', async () => {
    const { records } = await read({ content: 'uid~name\nada~Ada\n', mapping: { delimiter: '~' } });

    expect(records[0]!.record).toEqual({ uid: 'ada', name: 'Ada' });
  });

  test.each(['', '\n\n', '\uFEFF'])('a file of %j has no rows', async (content) => {
    expect(await read({ content })).toMatchObject({ records: [], rejected: [] });
  });

  test('a header alone has no rows, but it is checked', async () => {
    expect(await read({ content: 'uid,name' })).toMatchObject({ records: [], rejected: [] });
    await expect(read({ content: 'uid,nam' })).rejects.toMatchObject({ code: 'unknown-column' });
  });
});

describe('a broken row costs only itself', () => {
  test.each([
    ['a quote that is not doubled', 'bob,"Bob "Bo" B."', '3 bad-quotes'],
    ['a quote that is not closed', 'bob,"Bob', '3 bad-quotes'],
    ['a cell too many', 'bob,Bob,B.', '3 wrong-column-count'],
    ['a cell too few', 'bob', '3 wrong-column-count'],
  ])('%s', async (_, row, refusal) => {
    const outcome = await read({
      content: `uid,name\nada,Ada\n${row}\ncy,"Cy ""C"" C."\ndot,Dot\n`,
    });

    expect(ids(outcome)).toEqual(['ada', 'cy', 'dot']);
    expect(refusals(outcome)).toEqual([refusal]);
    expect(outcome.rejected[0]!.row).toBe(row);
  });

  test.each(['37°36\'37.8"N', '5" pipe', 'Bob "Bo" B.', 'Bo"', 'B""o'])(
    'a quote inside an unquoted cell is text, with a warning: %s',
    async (name) => {
      const content = `uid,name,link\nada,Ada,\nbob,${name},"https://b.org/"\ncy,"Cy ""C"" C.",\n`;
      const outcome = await read({ content });

      expect(outcome.records.map(({ record }) => record['name'])).toEqual([
        'Ada',
        name,
        'Cy "C" C.',
      ]);
      expect(outcome.records[1]!.record['link']).toBe('https://b.org/');
      expect(outcome.warnings).toEqual([{ record: 'bob', code: 'quote-in-cell' }]);
    },
  );

  test('a quote inside an unquoted cell does not open a cell over several lines', async () => {
    const content = 'uid,name,tags\nada,5" pipe,\nbob,Bob,"x\ny"\ncy,6" pipe,\n';

    expect(ids(await read({ content }))).toEqual(['ada', 'bob', 'cy']);
  });

  test('an unclosed quote at the end of the file', async () => {
    const outcome = await read({ content: 'uid,name\nada,"Ada\nbob,Bob\ncy,Cy' });

    expect(ids(outcome)).toEqual(['bob', 'cy']);
    expect(refusals(outcome)).toEqual(['2 bad-quotes']);
  });

  test.each([
    ['the next row begins a cell with the delimiter', 'bob,",B",'],
    ['the next row begins its last cell with a line break', 'bob,B,"\nhttps://b.org"'],
  ])('an unclosed quote is not taken for a cell over two rows when %s', async (_, next) => {
    const outcome = await read({ content: `uid,name,link\nada,"Ada,\n${next}\ncy,"C,\ny",\n` });

    expect(refusals(outcome)).toContain('2 bad-quotes');
    expect(ids(outcome)).toContain('cy');
    expect([...ids(outcome), ...outcome.rejected.map(({ id }) => id)]).toContain('bob');
  });

  test('a row over the limit is reported with its beginning', async () => {
    const large = `bob,${'B'.repeat(3 * 1024 * 1024)}`;

    const outcome = await read({ content: `uid,name\nada,Ada\n${large}\ncy,Cy\n` });

    expect(ids(outcome)).toEqual(['ada', 'cy']);
    expect(refusals(outcome)).toEqual(['3 row-too-large']);
    expect(outcome.rejected[0]!.row).toBe(large.slice(0, 4096));
    expect(outcome.records[1]!.line).toBe(4);
  });

  test('an unclosed quote in a file without quotes costs one row, however many follow', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `u${index},Name of ${index}`);
    rows[50] = 'u50,"Name of 50';

    const outcome = await read({ content: `uid,name\n${rows.join('\n')}\n` });

    expect(refusals(outcome)).toEqual(['52 bad-quotes']);
    expect(outcome.records).toHaveLength(99_999);
    expect(outcome.records.at(-1)).toMatchObject({ line: 100_001, id: 'u99999' });
  });
});

describe('cells', () => {
  const user = 'uid,name,avatar,createdAt,metadata,tags,metadata.plan,chatferry_error';

  test('become values by the type of their field; empty ones are absent', async () => {
    const content = `${user}\nada,Ada,,1700000000,"{""age"": 36}",a| b|,gold,whatever\nbob,Bob,,,,,,\n`;

    const { records } = await read({ content });

    expect(records.map(({ record }) => record)).toEqual([
      {
        uid: 'ada',
        name: 'Ada',
        createdAt: 1_700_000_000,
        metadata: { age: 36, plan: 'gold' },
        tags: ['a', 'b'],
      },
      { uid: 'bob', name: 'Bob' },
    ]);
  });

  test.each([
    ['true', true],
    ['FALSE', false],
    ['1', true],
    ['0', false],
  ])('%s is the boolean %s', async (cell, isBanned) => {
    const outcome = await read({ kind: 'members', content: `guid,uid,isBanned\ng1,ada,${cell}\n` });

    expect(outcome.records[0]!.record).toEqual({
      memberId: 'g1_member_ada',
      guid: 'g1',
      uid: 'ada',
      isBanned,
    });
  });

  const header = 'muid,sender,receiverType,receiver,sentAt';

  test('text is short for data.text', async () => {
    const content = `${header},text\nm1,ada,user,bob,1700000000,Hello\nm2,ada,user,bob,1700000000,\n`;

    const outcome = await read({ kind: 'messages', content });

    expect(outcome.records[0]!.record).toMatchObject({
      category: 'message',
      type: 'text',
      data: { text: 'Hello' },
    });
    expect(refusals(outcome)).toEqual(['3 blank-text']);
  });

  test('text and dotted columns go into the JSON of data', async () => {
    const content = `${header},text,data.metadata,data,type\nm1,ada,user,bob,1700000000,Look,"{""a"":1}","{""attachments"":[{""url"":""https://example.org/a.png"",""name"":""a"",""mimeType"":""image/png"",""extension"":""png""}]}",image\n`;

    const { records } = await read({ kind: 'messages', content });

    expect(records[0]!.record['data']).toMatchObject({
      text: 'Look',
      metadata: { a: 1 },
      attachments: [{ name: 'a' }],
    });
  });

  test('a row can have several problems, each reported once', async () => {
    const content = `${user}\nAda!,,nowhere,soon,{,,,\n`;

    const { rejected } = await read({ content });

    expect(rejected[0]!.problems.map(({ code, field }) => `${field} ${code}`).toSorted()).toEqual([
      'avatar bad-url',
      'createdAt bad-time',
      'metadata bad-json-cell',
      'name missing-field',
      'uid bad-id',
    ]);
    expect(rejected[0]!.id).toBe('Ada!');
  });
});

describe('the header', () => {
  test.each([
    ['uid,name,avtar', 'avtar', 'avatar'],
    ['uid,name,created_at', 'created_at', 'createdAt'],
    ['uid,name,AVATAR', 'AVATAR', 'avatar'],
  ])('%s: %s is probably %s', async (header, column, field) => {
    const reading = read({ content: `${header}\n` });

    await expect(reading).rejects.toMatchObject({ code: 'unknown-column', column, line: 1 });
    await expect(reading).rejects.toThrow(`Did you mean ${field}?`);
    await expect(reading).rejects.toMatchObject({
      fix: `In the configuration of users, rename the column, as in columns: { ${column}: ${field} }, or ignore it: ignore: [${column}].`,
    });
  });

  test('a column that is renamed to an unknown field is reported by both names', async () => {
    const reading = read({ content: 'uid,name\n', mapping: { columns: { name: 'nam' } } });

    await expect(reading).rejects.toThrow(
      'the column "name" is renamed to nam, which is not a field of users. Did you mean name?',
    );
  });

  test('an invalid header is shown truncated and escaped', async () => {
    const reading = read({ content: `${'\0'.repeat(5000)}\n` });

    await expect(reading).rejects.toThrow(/the column "(\\u0000){59}…" is not a field/);
  });

  test('a column inside a field that holds a text is unknown', async () => {
    await expect(read({ content: 'uid,name,name.first\n' })).rejects.toMatchObject({
      code: 'unknown-column',
      column: 'name.first',
    });
  });

  test('all unknown columns are reported together', async () => {
    const reading = read({ content: 'uid,name,shoe size,xyz\n' });

    await expect(reading).rejects.toThrow('the columns "shoe size", "xyz" are not fields of users');
    await expect(reading).rejects.toMatchObject({
      fix: expect.stringContaining('ignore: ["shoe size", xyz]') as string,
    });
  });

  test.each([
    ['users', 'uid,avatar', 'name'],
    ['members', 'guid,scope', 'uid'],
    ['messages', 'muid,sender,receiverType,receiver,text', 'sentAt'],
    ['messages', 'muid,sender,receiverType,receiver,sentAt', 'text or data'],
  ] as const)('%s with %s lack %s', async (kind, header, field) => {
    const reading = read({ kind, content: `${header}\n` });

    await expect(reading).rejects.toMatchObject({ code: 'missing-column' });
    await expect(reading).rejects.toThrow(`no column for ${field},`);
  });

  test('two columns for one field are an error', async () => {
    await expect(read({ content: 'uid,name,name\n' })).rejects.toMatchObject({
      code: 'duplicate-column',
      column: 'name',
    });
  });

  test('a header that cannot be read is a broken file', async () => {
    await expect(read({ content: 'uid,"na"me\n' })).rejects.toMatchObject({ code: 'broken-file' });
  });
});

test('a deactivated user becomes a user without the time, and a deactivation', async () => {
  const content = 'uid,name,deactivatedAt\nada,Ada,\nbob,Bob,1700000000\n';

  const { records, warnings, derived } = await read({ content });

  expect(records.map(({ record }) => record)).toEqual([
    { uid: 'ada', name: 'Ada' },
    { uid: 'bob', name: 'Bob' },
  ]);
  expect(derived).toEqual([
    { index: 1, kind: 'deactivations', field: 'deactivatedAt', value: 1_700_000_000 },
  ]);
  expect(warnings).toEqual([]);
});

test('long numbers of a deactivated user stay as they are', async () => {
  const content =
    '{"uid":"bob","name":"Bob","metadata":{"n":12345678901234567890},"deactivatedAt":1700000000}\n';

  const { wires, derived } = await read({ content, format: 'ndjson' });

  expect(wires).toEqual(['"bob":{"uid":"bob","name":"Bob","metadata":{"n":12345678901234567890}}']);
  expect(derived).toHaveLength(1);
});

describe('a first line that is not a header is described', () => {
  test.each([
    [
      'a million columns',
      Array.from({ length: 1_000_000 }, (_, n) => `c${n}`).join(','),
      'longer than 1 MiB. It begins with "c0,c1,c2',
    ],
    ['a JSON array', '[{"uid":"ada","name":"Ada"}]', 'contains JSON'],
    ['a JSON array over several lines', '[\n  {\n    "uid": "ada"\n  }\n]', 'contains JSON'],
    ['JSON lines', '{"uid":"ada","name":"Ada"}\n{"uid":"bob","name":"Bob"}', 'contains JSON'],
    ['an unclosed quote', '"uid,name\nada,Ada', 'a quoted name is not closed'],
  ])('%s', async (_, content, message) => {
    await expect(read({ content })).rejects.toMatchObject({
      code: 'broken-file',
      line: 1,
      message: expect.stringContaining(message) as string,
    });
  });
});
