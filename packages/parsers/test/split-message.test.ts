import { judge, type Row } from '@chatferry/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partId } from '../src/cleaning/part-id.ts';
import { splitText } from '../src/cleaning/split-text.ts';
import { ids, now, type ReadResult, read, readFromCode, refusals } from './reading.ts';

const BYTES = 10 * 1024;

const cleaning = { tooLong: 'split' } as const;

function message(muid: string, changes: Row = {}): Row {
  const base = { sender: 'ada', receiverType: 'user', receiver: 'bob', sentAt: now - 60 };
  return { muid, ...base, data: { text: `Text of ${muid}` }, ...changes };
}

function split(...rows: Row[]): Promise<ReadResult> {
  return readFromCode('messages', rows, { cleaning });
}

function textsOf({ records }: ReadResult): string[] {
  return records.map(({ record }) => (record['data'] as Row)['text'] as string);
}

/** Texts with a character that is not blank at least every few characters. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 8 }),
      fc.constantFrom(
        '"',
        '\\',
        '\u0001',
        '👩‍👩‍👧‍👦',
        '🇨🇭🇸🇪',
        'e\u0301\u0323',
        '<@uid:ada>',
        '語',
        'word',
      ),
      fc.constantFrom('\n\n', '\n', ' ', '\r\n', '   ', '\u00A0'),
    ),
    { minLength: 1, maxLength: 80, size: 'max' },
  )
  .map((pieces) => pieces.join(''))
  .filter((text) => text.isWellFormed() && /\S/u.test(text) && !/\s{20}/u.test(text));

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function graphemeStarts(text: string): Set<number> {
  return new Set([...graphemes.segment(text)].map(({ index }) => index));
}

describe('a text in pieces', () => {
  const MOST = 100;
  const fits = (piece: string): boolean => Buffer.byteLength(piece) <= MOST;
  const pieces = (text: string): string[] | undefined => splitText(text, MOST, fits);

  test('together they are the text; each fits, and has a character that is not blank', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = pieces(text)!;

        expect(found.join('')).toBe(text);
        expect(found.every(fits)).toBe(true);
        expect(found.every((piece) => /\S/u.test(piece))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('is never split within a character, nor within a grapheme or a mention that fits', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const starts = graphemeStarts(text);
        const mentions = [...text.matchAll(/<@uid:[^>]{1,100}>/gu)];
        let at = 0;
        for (const piece of pieces(text)!.slice(0, -1)) {
          const before = at;
          at += piece.length;
          const isWithinOne = ![...starts].some((start) => start > before && start < at);

          expect(piece.isWellFormed()).toBe(true);
          expect(starts.has(at) || isWithinOne).toBe(true);
          expect(
            mentions.filter(({ 0: found, index }) => index < at && at < index + found.length),
          ).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['after a paragraph', ['a'.repeat(60) + '.\n\n', `${'b '.repeat(9)}\n${'c '.repeat(40)}`]],
    ['else after a line', ['a'.repeat(60) + '.\n', 'b '.repeat(45)]],
    ['else after a word', ['a'.repeat(60) + '. ', 'b'.repeat(90)]],
    ['else after a grapheme', ['👩‍👩‍👧'.repeat(5), '👩‍👩‍👧'.repeat(2)]],
    ['not far from what fits', ['a\n\n' + 'b'.repeat(97), 'b'.repeat(60)]],
    ['not within a mention', ['a'.repeat(95), '<@uid:ada> hello']],
    ['with the blanks at its end', ['a'.repeat(60) + ' ', 'b  ' + ' '.repeat(70)]],
    [
      'a grapheme that is too long between characters',
      ['a' + '\u0301'.repeat(49), '\u0301'.repeat(30)],
    ],
    ['and not within one of them', ['a' + '\u{1f3fd}'.repeat(24), '\u{1f3fd}'.repeat(20)]],
  ])('is split %s', (_, expected) => {
    expect(pieces(expected.join(''))).toEqual(expected);
  });

  test('is not split where a piece would be blank', () => {
    expect(pieces(`a${' '.repeat(250)}b`)).toBeUndefined();
    expect(pieces(`a${' '.repeat(100)}`)).toBeUndefined();
  });
});

describe('a message that is too large for its text', () => {
  test('becomes several valid ones, and no word is lost', async () => {
    const large = anyText.map((text) => text.repeat(Math.ceil(12_000 / text.length)));

    await fc.assert(
      fc.asyncProperty(large, async (text) => {
        const outcome = await split(message('m1', { data: { text } }));

        expect(outcome.rejected).toEqual([]);
        expect(textsOf(outcome).join('')).toBe(text);
        for (const { record } of outcome.records)
          expect(judge('messages', record, { now })).toMatchObject({ ok: true });
      }),
      { numRuns: 25 },
    );
  });

  test('becomes parts that each fit together with their users', async () => {
    const senderUserDetails = { uid: 'ada', name: 'Ada', metadata: { text: 'x'.repeat(60_000) } };

    const outcome = await split(
      message('m1', { data: { text: 'word '.repeat(4000) }, senderUserDetails }),
    );

    expect(outcome.rejected).toEqual([]);
    expect(textsOf(outcome).join('')).toBe('word '.repeat(4000));
    for (const { record } of outcome.records)
      expect(JSON.stringify(record).length).toBeLessThanOrEqual(65_536);
  });

  test('is split into as few parts as possible, and reported once', async () => {
    const outcome = await split(
      message('m0'),
      message('m1', { data: { text: 'word '.repeat(5000) } }),
      message('m2'),
    );

    expect(ids(outcome)).toEqual(['m0', 'm1', 'm1-2', 'm1-3', 'm2']);
    expect(outcome.records.map(({ line }) => line)).toEqual([1, 2, 2, 2, 3]);
    expect(outcome.parts).toEqual(['m1-2', 'm1-3']);
    expect(outcome.warnings).toEqual([{ record: 'm1', code: 'text-split', field: 'data.text' }]);
    expect(textsOf(outcome)[1]!.length).toBeGreaterThan(BYTES - 30);
  });

  test('has fields about the whole message only in its first part', async () => {
    const outcome = await split(
      message('m1', {
        sender: 'ada',
        type: 'image',
        data: {
          text: 'word '.repeat(2500),
          attachments: [
            { url: 'https://e.org/a.png', name: 'a', mimeType: 'image/png', extension: 'png' },
          ],
          metadata: { source: 'old' },
        },
        tags: ['t'],
        readAt: now - 10,
        senderUserDetails: { uid: 'ada', name: 'Ada' },
      }),
    );

    const [first, second] = outcome.records.map(({ record }) => record);
    expect(first).toMatchObject({
      muid: 'm1',
      type: 'image',
      data: { attachments: [{ name: 'a' }], metadata: { source: 'old' } },
      tags: ['t'],
      senderUserDetails: { uid: 'ada' },
    });
    expect(second).toEqual({
      muid: 'm1-2',
      sender: 'ada',
      receiverType: 'user',
      receiver: 'bob',
      category: 'message',
      type: 'text',
      data: { text: textsOf(outcome)[1] },
      sentAt: now - 60,
      readAt: now - 10,
      senderUserDetails: { uid: 'ada', name: 'Ada' },
    });
  });

  test('gives each later part the users that it mentions', async () => {
    const outcome = await split(
      message('m1', {
        data: { text: `<@uid:ada> ${'ada '.repeat(3100)}<@uid:bob>` },
        mentionedUserDetails: {
          ada: { uid: 'ada', name: 'Ada' },
          bob: { uid: 'bob', name: 'Bob' },
        },
      }),
    );

    expect(outcome.records[1]!.record['mentionedUserDetails']).toEqual({
      bob: { uid: 'bob', name: 'Bob' },
    });
  });

  test.each<[string, Row]>([
    ['its metadata', { data: { text: 'hi', metadata: { a: 'x'.repeat(11_000) } } }],
    ['blanks', { data: { text: `a${' '.repeat(30_000)}b` } }],
    [
      'the text of a custom message',
      {
        category: 'custom',
        type: 'poll',
        data: { customData: { a: 1 }, text: 'x '.repeat(8000) },
      },
    ],
  ])('stays rejected when the part that is too large is %s', async (_, changes) => {
    expect(refusals(await split(message('m1', changes)))).toEqual(['1 data-too-large']);
  });

  test('is rejected with its other problems', async () => {
    const wrong = { category: 'call', data: { text: 'x '.repeat(8000) } };
    const outcome = await split(message('m1', wrong), message('m2', { ...wrong, sender: 'Ä B' }));

    expect(ids(outcome)).toEqual([]);
  });

  test('is reported with the other repairs', async () => {
    const row = message('17', { data: { text: `\uD83D${'x '.repeat(6000)}` } });

    const outcome = await readFromCode('messages', [row], {
      cleaning: { ...cleaning, brokenText: 'remove' },
      muidPrefix: 'm-',
    });

    expect(ids(outcome)).toEqual(['m-17', 'm-17-2']);
    expect(outcome.renamed).toEqual([{ record: 'm-17', from: '17', to: 'm-17' }]);
    expect(outcome.warnings.map(({ record, code }) => `${record} ${code}`)).toEqual([
      'm-17 text-repaired',
      'm-17 text-split',
    ]);
  });
});

test('a name cannot be split, and is cut', async () => {
  const outcome = await readFromCode('users', [{ uid: 'ada', name: 'A'.repeat(140) }], {
    cleaning,
  });

  expect(outcome.records[0]!.record['name']).toBe(`${'A'.repeat(99)}…`);
});

test.each([
  ['m1', 'm1-2'],
  ['M 1', 'M 1-2'],
  ['m'.repeat(98), `${'m'.repeat(98)}-2`],
  ['m'.repeat(99), `${'m'.repeat(90)}_1j746ya`],
])('the id of the second part: %#', (muid, expected) => {
  expect(partId(muid, 2)).toBe(expected);
});

const text = 'And so on, and so forth. '.repeat(500);
const rows = Array.from({ length: 12_000 }, (_, index) => ({
  muid: `m${index}`,
  sender: 'ada',
  receiverType: 'user',
  receiver: 'bob',
  sentAt: now - 20_000 + index,
  text: index % 1000 === 999 ? text : `Message ${index}, ${'and so on '.repeat(20)}`,
}));
const contents = {
  ndjson: rows.map((row) => JSON.stringify(row)).join('\n'),
  csv: ['muid,sender,receiverType,receiver,sentAt,text']
    .concat(
      rows.map((row) =>
        Object.values(row)
          .join(',')
          .replace(/,(And .*|Message.*)$/, ',"$1"'),
      ),
    )
    .join('\n'),
} as const;

test.each(['ndjson', 'csv'] as const)('%s is split alone and in threads', async (format) => {
  const file = { kind: 'messages', format, content: contents[format] } as const;

  const alone = await read(file, { cleaning, threads: 0 });
  const inThreads = await read(file, { cleaning, threads: 2 });

  expect(alone.rejected).toEqual([]);
  expect(alone.parts).toEqual(Array.from({ length: 12 }, (_, index) => `m${index * 1000 + 999}-2`));
  expect(textsOf(alone).join('')).toBe(rows.map((row) => row.text).join(''));
  expect(inThreads).toEqual(alone);
});
