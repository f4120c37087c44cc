import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { startLocalService } from '@chatferry/local-service';
import { expect, test } from 'vitest';
import type { ApiErrorCode } from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const codes = {
  unreachable: true,
  timeout: true,
  untrusted: true,
  unreadable: true,
  unauthorized: true,
  'rate-limited': true,
  'plan-limit': true,
  'not-found': true,
  conflict: true,
  refused: true,
  invalid: true,
  'service-trouble': true,
  'not-configured': true,
} satisfies Record<ApiErrorCode, true>;

test('every code of an error is explained', () => {
  expect(Object.keys(codes).filter((code) => !readme.includes(`\n| \`${code}\` `))).toEqual([]);
});

test('the example runs unchanged', async () => {
  const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
  await using service = await startLocalService();

  const run = spawn(
    process.execPath,
    ['--conditions=@chatferry/source', '--input-type=module-typescript', '-'],
    {
      cwd: new URL('..', import.meta.url),
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        CHATFERRY_APP_ID: service.appId,
        CHATFERRY_API_KEY: service.apiKey,
        CHATFERRY_BASE_URL: service.baseUrl,
      },
    },
  );
  run.stdin.end(example);
  const [out, failure] = await Promise.all([text(run.stdout), text(run.stderr)]);

  expect(failure).toBe('');
  expect(out.split('\n')).toEqual([
    'Ada offline',
    'ada is admin of the crew',
    'ERR_UID_NOT_FOUND',
    '',
  ]);
  expect(example.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(20);
});
