import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LinesFile } from '../src/lines-file.ts';

test('a file appears when it is complete, and not at all otherwise', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-lines-'));
  const whole = path.join(folder.path, 'whole');
  {
    using file = new LinesFile(whole);
    for (let line = 0; line < 20_000; line++) file.write(`line ${line} ⛴`);
    file.finish();
    using left = new LinesFile(path.join(folder.path, 'left'));
    left.write('half');
  }

  expect(readdirSync(folder.path)).toEqual(['whole']);
  const lines = readFileSync(whole, 'utf8').split('\n');
  expect(lines).toHaveLength(20_001);
  expect(lines[19_999]).toBe('line 19999 ⛴');
});

test('a link in place of the temporary file is not followed', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-lines-'));
  const [name, elsewhere] = [path.join(folder.path, 'file'), path.join(folder.path, 'elsewhere')];
  symlinkSync(elsewhere, `${name}.new`);

  using file = new LinesFile(name);
  file.write('a line');
  file.finish();

  expect(existsSync(elsewhere)).toBe(false);
  expect(readFileSync(name, 'utf8')).toBe('a line\n');
});
