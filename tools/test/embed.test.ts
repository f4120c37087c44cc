import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type LocalService, startLocalService } from '@chatferry/local-service';
import { expect, test } from 'vitest';

const samples = path.join(import.meta.dirname, '../../samples/embed');
const script = path.join(samples, 'import-forum.ts');
const move = path.join(samples, 'move-app.ts');

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

test('the script that moves an app sends all of it to the other one, with copies of its files', async () => {
  const users = ['ada', 'bob'].map((uid) => ({ uid, name: uid }));
  const message = { sender: 'ada', receiver: 'bob', receiverType: 'user', category: 'message' };
  const sentAt = Math.floor(Date.now() / 1000) - 3600;
  const messages = [{ ...message, muid: 'm1', type: 'text', data: { text: 'Hi' }, sentAt }];
  await using old = await startLocalService({ seed: { users, messages } });
  await using other = await startLocalService({ importRequestsPerMinute: 'unlimited' });
  const url = new URL('/media/a.png', old.baseUrl).href;
  const attachments = [{ url, name: 'a.png', mimeType: 'image/png', extension: 'png' }];
  old.db
    .prepare("UPDATE messages SET type = 'image', data = ?")
    .run(JSON.stringify({ attachments }));
  old.setFaults([{ fault: 'signed-media', seconds: 900 }]);
  const folder = mkdtempSync(path.join(tmpdir(), 'move-'));
  try {
    const said = await execute(move, {
      OLD_APP_ID: old.appId,
      OLD_BASE_URL: old.baseUrl,
      OLD_API_KEY: old.apiKey,
      NEW_APP_ID: other.appId,
      NEW_BASE_URL: other.baseUrl,
      NEW_API_KEY: other.apiKey,
      FOLDER: path.join(folder, 'app'),
      CHATFERRY_JOB: path.join(folder, 'job'),
      MEDIA: path.join(folder, 'media'),
      PUBLIC_BASE: 'https://media.example.com/chat',
      QUOTA: '6000',
    });

    expect(said).toContain('1 of 1 files.');
    expect(said).toContain('Everything has moved.');
    expect(held(other, 'SELECT muid FROM messages')).toEqual(['m1']);
    expect(held(other, 'SELECT data FROM messages')).toEqual([
      expect.stringMatching(
        /"url":"https:\/\/media\.example\.com\/chat\/[0-9a-f]{2}\/[0-9a-f]{64}\.png"/,
      ),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function runScript({ appId, baseUrl, apiKey }: LocalService, job: string): Promise<string> {
  return execute(script, {
    CHATFERRY_JOB: job,
    CHATFERRY_APP_ID: appId,
    CHATFERRY_BASE_URL: baseUrl,
    CHATFERRY_API_KEY: apiKey,
  });
}

async function execute(file: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@chatferry/source', file],
    { env: { ...process.env, ...env } },
  );
  return stdout;
}

function held(service: LocalService, sql: string): unknown[] {
  return service.db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row)[0]);
}
