import { Readable } from 'node:stream';
import { JudgeThreads, readRecords, type ReadRules } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { BufferStore } from '../src/cutting/buffer-store.ts';
import { collect, ids, now, read, refusals, rules } from './reading.ts';

/** Enough for some ten chunks, of which the later ones go to threads. */
const ROWS = 20_000;
const BROKEN = ROWS / 2;

function messages(): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const text = `Message number ${index}, ${'and so on '.repeat(8)}${index % 9 === 0 ? '\nand on 🚋' : ''}`;
    return `m${index},ada,user,bob,${now - ROWS + index},"${text}"`;
  });
  rows[BROKEN] = rows[BROKEN]!.replace('Message', '"Message');
  return `muid,sender,receiverType,receiver,sentAt,text\n${rows.join('\n')}\n`;
}

const csv = messages();

function lineOf(row: number): number {
  return csv.slice(0, csv.indexOf(`m${row},`)).split('\n').length;
}

function input(bytes: Readable) {
  return { file: 'messages.csv', kind: 'messages', format: 'csv', bytes } as const;
}

function inPieces(text: string): Readable {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  );
  return Readable.from(pieces, { objectMode: false });
}

const inThreads: ReadRules = { ...rules, threads: 2 };

test('one broken row in the middle of a long file costs that row', async () => {
  const outcome = await read({ kind: 'messages', content: csv }, { threads: 2 });

  expect(refusals(outcome)).toEqual([`${lineOf(BROKEN)} bad-quotes`]);
  expect(outcome.rejected[0]!.row).toContain(`m${BROKEN},`);
  const expected = Array.from({ length: ROWS }, (_, index) => `m${index}`);
  expect(ids(outcome)).toEqual(expected.filter((_, index) => index !== BROKEN));
});

test('threads change neither the result nor its order', async () => {
  const alone = await read({ kind: 'messages', content: csv }, { threads: 0 });
  const sideBySide = await read({ kind: 'messages', content: csv }, { threads: 3 });

  expect(sideBySide).toEqual(alone);
});

test('a thread that is kept judges the next file as that file needs it', async () => {
  const users = `uid,name\n${Array.from({ length: 40_000 }, (_, n) => `U${n},${'x'.repeat(60)}\n`).join('')}`;
  await using threads = new JudgeThreads(1);

  const first = await read({ kind: 'messages', content: csv }, { threads });
  const second = await read({ kind: 'users', content: users }, { threads, ids: 'map' });

  expect(first).toEqual(await read({ kind: 'messages', content: csv }));
  expect(second).toEqual(await read({ kind: 'users', content: users }, { ids: 'map' }));
  expect(second.records.at(-1)!.id).toBe('u39999');
});

test('a thread is kept until it fails', async () => {
  await using threads = new JudgeThreads(1);
  const file = { kind: 'users', file: 'users.csv', mapping: {}, others: [] } as const;
  const job = { ...file, rules: { now, ids: 'keep' } } as const;
  const thread = threads.take(job, new BufferStore());
  await threads.give(thread);
  const again = threads.take(job, new BufferStore());
  again.fail(new Error('stopped'));
  await threads.give(again);
  const other = threads.take(job, new BufferStore());
  await threads.give(other);

  expect(again).toBe(thread);
  expect(other).not.toBe(thread);
});

test('breaking out of the loop closes the stream', async () => {
  const bytes = inPieces(csv);
  let blocks = 0;

  for await (const _ of readRecords(input(bytes), inThreads)) if (++blocks === 6) break;

  expect(bytes.destroyed).toBe(true);
});

async function* failing(): AsyncGenerator<Uint8Array> {
  yield* inPieces(csv) as AsyncIterable<Uint8Array>;
  throw new Error('EIO: i/o error, read');
}

test('an error in the middle is thrown after the blocks before it', async () => {
  const bytes = Readable.from(failing(), { objectMode: false });
  let records = 0;

  const reading = (async () => {
    for await (const block of readRecords(input(bytes), inThreads)) records += block.records;
  })();

  await expect(reading).rejects.toMatchObject({ code: 'unreadable-file' });
  expect(records).toBeGreaterThan(ROWS * 0.8);
});

test('a signal stops the reading with its reason', async () => {
  const stop = new AbortController();
  const bytes = inPieces(csv);
  let blocks = 0;

  const reading = (async () => {
    for await (const _ of readRecords(input(bytes), inThreads, stop.signal))
      if (++blocks === 5) stop.abort(new Error('enough'));
  })();

  await expect(reading).rejects.toThrow('enough');
  expect(bytes.destroyed).toBe(true);
});

test('a signal that is already aborted stops it immediately', async () => {
  const bytes = inPieces(csv);
  const reading = collect(readRecords(input(bytes), rules, AbortSignal.abort(new Error('no'))));

  await expect(reading).rejects.toThrow('no');
});
