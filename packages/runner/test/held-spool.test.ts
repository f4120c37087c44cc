import { existsSync, mkdtempDisposableSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withShortWrites } from '../../disk/test/support/short-writes.ts';
import { END, HeldSpool } from '../src/comparing/held-spool.ts';

test('a link in place of the file of held records is not followed', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-held-'));
  const [file, elsewhere] = [join(folder.path, 'held.tmp'), join(folder.path, 'elsewhere')];
  symlinkSync(elsewhere, file);
  const record = { id: 'ann', held: { uid: 'ann' } };

  using spool = new HeldSpool(file);
  const offset = spool.add(record, END);

  expect([...spool.chain(offset)]).toEqual([record]);
  expect(existsSync(elsewhere)).toBe(false);
});

test('held records are read back when the system writes them in pieces', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-held-'));
  using spool = new HeldSpool(join(folder.path, 'held.tmp'));
  const records = ['ann', 'bob'].map((id) => ({ id, held: { uid: id, name: id.repeat(50) } }));
  const offset = records.reduce((previous, record) => spool.add(record, previous), END);

  const found = withShortWrites(100, () => [...spool.chain(offset)]);

  expect(found).toEqual(records.toReversed());
});

test('chains of held records are kept apart, also when each is larger than what is written at once', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-held-'));
  using spool = new HeldSpool(join(folder.path, 'held.tmp'));
  const texts = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(300_000));
  const ends = [END, END];
  for (const [nth, text] of texts.entries())
    ends[nth % 2] = spool.add({ id: `u${nth}`, held: { text } }, ends[nth % 2]!);

  const found = ends.map((end) => [...spool.chain(end)].map(({ id, held }) => [id, held['text']]));

  expect(found).toEqual([
    [4, 2, 0].map((nth) => [`u${nth}`, texts[nth]]),
    [5, 3, 1].map((nth) => [`u${nth}`, texts[nth]]),
  ]);
});
