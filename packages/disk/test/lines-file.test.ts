import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs';
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
