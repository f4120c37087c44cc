import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../src/arguments/options.ts';
import { readConfiguration } from '@chatferry/configuration';
import { settingsFrom } from '../src/configuration/settings.ts';
import { targetFrom } from '../src/configuration/target.ts';
import type { Target } from '@chatferry/job/planned';

const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

function configured(yaml: string): string {
  const file = path.join(folder, 'chatferry.yaml');
  writeFileSync(file, yaml);
  return file;
}

async function targetOf(
  yaml: string,
  env: Record<string, string>,
  values: OptionValues = {},
): Promise<Target> {
  const configuration = await readConfiguration(configured(yaml));
  return targetFrom(settingsFrom(values, configuration, env), configuration, env, () => undefined);
}

test('the command line wins over the configuration', async () => {
  const configuration = await readConfiguration(
    configured('retentionMonths: 12\nconcurrency: 4\n'),
  );
  const setting = settingsFrom({ 'retention-months': 'none' }, configuration, {});

  expect(setting('retention-months')).toBe('none');
  expect(setting('concurrency')).toBe(4);
  expect(setting('max-rejects')).toBeUndefined();
});

test('values come from the environment', async () => {
  const target = await targetOf('appId: app-${STAGE}\nregion: eu\napiKey: ${KEY_OF_STAGE}\n', {
    STAGE: 'test',
    KEY_OF_STAGE: 'k1',
    CHATFERRY_API_KEY: 'k2',
  });

  expect(target).toEqual({ appId: 'app-test', region: 'eu', apiKey: 'k1' });
});

test('what a command does not need may be unset', async () => {
  const configuration = await readConfiguration(configured('apiKey: ${UNSET}\nconcurrency: 4\n'));

  expect(settingsFrom({}, configuration, {})('concurrency')).toBe(4);
});

describe('a setting is refused:', () => {
  test.each([
    ['concurrency: many', "concurrency in the configuration is 'many'"],
    ['sharedQuota: 1', "sharedQuota in the configuration is '1', but must be true or false"],
    ['concurrency: ${LANES}', 'refers to the environment variable LANES, which is not set'],
    ['concurrency: ${EMPTY}', 'refers to the environment variable EMPTY, which is not set'],
  ])('%s', async (yaml, message) => {
    const configuration = await readConfiguration(configured(yaml));

    expect(() => settingsFrom({}, configuration, { EMPTY: '' })('concurrency')).toThrow(message);
  });
});

describe('a target is refused', () => {
  const key = { CHATFERRY_API_KEY: 'k' };
  test.each([
    ['without an app', 'region: eu', key, 'The app id is not set'],
    ['without a region or address', 'appId: a', key, 'region of the app is not set'],
    ['without a key', 'appId: a\nregion: eu', {}, 'no API key'],
    ['with an empty key', 'appId: a\nregion: eu', { CHATFERRY_API_KEY: '' }, 'no API key'],
    ['without TLS', 'appId: a\nbaseUrl: http://example.org/v3', key, 'without TLS'],
    ['with half an address', 'appId: a\nbaseUrl: example.org/v3', key, 'complete address'],
    [
      'with a password in the address',
      'appId: a\nbaseUrl: https://u:p@example.org',
      key,
      'a name or a password',
    ],
    ['with a path in the app id', 'appId: example.org/a\nregion: eu', key, 'app ids consist of'],
    [
      'with a line break in the key',
      'appId: a\nregion: eu',
      { CHATFERRY_API_KEY: 'k\r' },
      'a line break',
    ],
    ['in a region that is none', 'appId: a\nregion: mars', key, 'one of us, eu, in'],
  ])('%s', async (_, yaml, env, message) => {
    await expect(targetOf(yaml, env)).rejects.toThrow(message);
  });
});

test('plain http is for this machine', async () => {
  const yaml = 'appId: a\nbaseUrl: http://127.0.0.1:8787/v3/\n';

  await expect(targetOf(yaml, { CHATFERRY_API_KEY: 'k' })).resolves.toHaveProperty(
    'baseUrl',
    'http://127.0.0.1:8787/v3',
  );
});
