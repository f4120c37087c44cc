import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { importKinds } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';
import { checksumOf } from '../src/plan/batch-checksum.ts';
import type { BatchSink, FullBatch } from '../src/batching/batch-sink.ts';
import { BatchWriter } from '../src/writing/batch-writer.ts';
import { ThreadedBatchWriter } from '../src/writing/threaded-batch-writer.ts';
import { temporaryFolder } from './rig.ts';

const format = { kinds: importKinds, records: 3, bytes: 5000 };

const writers: { name: string; open: (file: string) => BatchSink }[] = [
  { name: 'in this thread', open: (file) => new BatchWriter(file) },
  { name: 'in a thread of its own', open: (file) => new ThreadedBatchWriter(file, format) },
];

/** A batch of up to three records, different for each number. */
function batch(number: number): FullBatch {
  const records = (number % 3) + 1;
  return {
    kind: importKinds[number % 4]!,
    lane: number % 5,
    records,
    ends: Uint32Array.from({ length: records }, (_, index) => number + index),
    origins: Uint32Array.from({ length: records * 2 }, (_, index) => number * 10 + index),
    body: new TextEncoder().encode(`body of ${number} ${'x'.repeat(number % 4900)}`),
  };
}

describe.each(writers)('written $name', ({ open }) => {
  test('batches are in the file in their order', () => {
    using folder = temporaryFolder();
    const file = join(folder.path, 'plan.sqlite');
    using writer = open(file);

    for (let number = 0; number < 500; number++) writer.add(batch(number));
    const { kinds, contentHash } = writer.finish();

    using db = new DatabaseSync(file, { readOnly: true });
    const rows = db.prepare('SELECT * FROM batches ORDER BY seq').all();
    expect(rows).toHaveLength(500);
    for (const [index, row] of rows.entries()) {
      const { ends, origins, ...rest } = batch(index);
      const columns = {
        seq: index + 1,
        ...rest,
        ends: JSON.stringify([...ends]),
        origins: JSON.stringify([...origins]),
      };
      expect({ ...row }).toEqual({ ...columns, crc32: checksumOf(columns) });
    }
    const hash = createHash('sha256');
    for (const { kind, lane, body } of Array.from({ length: 500 }, (_, number) => batch(number)))
      hash.update(`${kind} ${lane} ${body.length}\n`).update(body);
    expect(contentHash).toBe(hash.digest('hex'));
    expect(kinds.users).toEqual({ batches: 125, records: 249, bytes: expect.any(Number) });
  });

  test('a file that cannot be created is an error with the code of the system', () => {
    using folder = temporaryFolder();
    const write = (): void => {
      using writer = open(join(folder.path, 'no such folder', 'plan.sqlite'));
      for (let number = 0; number < 100; number++) writer.add(batch(number));
      writer.finish();
    };

    expect(write).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  test('writing can be stopped at any time', () => {
    using folder = temporaryFolder();

    for (const count of [0, 1, 40]) {
      using writer = open(join(folder.path, `${count}.sqlite`));
      for (let number = 0; number < count; number++) writer.add(batch(number));
    }

    expect(existsSync(join(folder.path, '40.sqlite'))).toBe(true);
  });
});
