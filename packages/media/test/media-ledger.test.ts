import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MediaLedger } from '../src/folder/media-ledger.ts';

// Without an index, `media verify` of 100,000 copies read the whole table for each of them.
test.each([
  "SELECT 1 FROM files WHERE path = ? AND state = 'copied' LIMIT 1",
  "UPDATE files SET state = 'pending' WHERE path = ?",
])('a copy is found by its path without reading the others: %s', (sql) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-media-'));
  try {
    using ledger = new MediaLedger(path.join(folder, 'ledger.sqlite'));

    const steps = ledger.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, 'ab/abcd.png');

    expect(steps.map(({ detail }) => detail).join('\n')).toContain('by_path');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
