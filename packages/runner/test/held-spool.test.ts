import { existsSync, mkdtempDisposableSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
