import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type LocalService, startLocalService } from '@chatferry/local-service';
import { expect, test } from 'vitest';

const script = path.join(import.meta.dirname, '../../samples/embed/import-forum.ts');

test('the script that embeds the library imports its rows, and only once', async () => {
  await using service = await startLocalService({ importRequestsPerMinute: 'unlimited' });
  const job = mkdtempSync(path.join(tmpdir(), 'embed-'));
  try {
    const said = await runScript(service, job);
    await runScript(service, job);

    expect(said).toContain('blank');
    expect(held(service, 'SELECT name FROM users ORDER BY name')).toEqual(['Ada L.', 'Göran']);
    expect(held(service, 'SELECT guid FROM groups ORDER BY guid')).toEqual([
      'thread-7',
      'thread-8',
    ]);
    expect(held(service, 'SELECT data FROM messages ORDER BY sent_at')).toEqual([
      '{"text":"Hide glue or PVA?"}',
      '{"text":"PVA & patience."}',
      '{"text":"Is that a door?"}',
    ]);
  } finally {
    rmSync(job, { recursive: true });
  }
});

test('the script that embeds the library stays short', () => {
  expect(readFileSync(script, 'utf8').trimEnd().split('\n').length).toBeLessThan(60);
});

async function runScript({ appId, baseUrl, apiKey }: LocalService, job: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@chatferry/source', script],
    {
      env: {
        ...process.env,
        CHATFERRY_JOB: job,
        CHATFERRY_APP_ID: appId,
        CHATFERRY_BASE_URL: baseUrl,
        CHATFERRY_API_KEY: apiKey,
      },
    },
  );
  return stdout;
}

function held(service: LocalService, sql: string): unknown[] {
  return service.db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row)[0]);
}
