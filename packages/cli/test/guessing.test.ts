import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../src/configuration/configuration-file.ts';
import { guessColumns, guessKind } from '../src/guessing/guess-columns.ts';
import { guessTimeForm } from '../src/guessing/guess-time-form.ts';
import { startRig } from './support/rig.ts';

test.each([
  [['user_id', 'display_name', 'created_at', 'email'], 'users'],
  [['channel_id', 'title', 'visibility'], 'groups'],
  [['group_id', 'user_id', 'role'], 'members'],
  [['id', 'from', 'to', 'body', 'timestamp'], 'messages'],
])('%j are columns of %s', (columns, kind) => {
  expect(guessKind(columns).kind).toBe(kind);
});

test('columns are renamed, kept, or ignored', () => {
  expect(guessColumns('users', ['uid', 'Full Name', 'metadata.plan', 'e-mail'])).toEqual({
    kind: 'users',
    renamed: { 'Full Name': 'name' },
    unknown: ['e-mail'],
    lacking: [],
  });
  expect(guessColumns('messages', ['id', 'author', 'body']).lacking).toEqual([
    'receiver',
    'sentAt',
    'receiverType',
  ]);
});

describe('times', () => {
  test.each([
    [['1700000000000', '1700000001000'], 'milliseconds'],
    [['1700000000000000'], 'microseconds'],
    [['Tue, 14 Nov 2023 22:13:20 +0000'], 'rfc2822'],
    [['1700000000'], undefined],
    [['2023-11-14T22:13:20Z', ''], undefined],
    [['', ''], undefined],
  ])('%j are in %s', (values, form) => {
    expect(guessTimeForm(values)).toBe(form);
  });
});

test('init drafts a configuration with which the files can be planned', async () => {
  await using rig = await startRig();
  const file = rig.write(
    'people.csv',
    'login,full name,created,e-mail\nada,Ada,1700000000000,a@example.org\n',
  );
  const messages = rig.write('messages.csv', 'id,from,to,body,ts\nm1,ada,ada,Hi,1700000000\n');
  const notes = rig.write('notes.json', '[{"todo":"ask Ada"}]');
  const config = `${rig.folder}/chatferry.yaml`;

  const { status, out } = await rig.cli(['init', file, messages, notes, `--config=${config}`]);

  expect(out).toContain('notes.json: skipped');
  expect(out).toContain('login is uid; full name is name; created is createdAt; ignored: e-mail');
  expect(status).toBe(0);
  expect(readConfiguration(config)).toMatchObject({
    inputs: [file, messages, notes],
    apiKey: '${CHATFERRY_API_KEY}',
    files: {
      'people.csv': {
        kind: 'users',
        format: 'csv',
        columns: { login: 'uid', 'full name': 'name', created: 'createdAt' },
        ignore: ['e-mail'],
        times: { createdAt: 'milliseconds' },
      },
      'messages.csv': {
        columns: { id: 'muid', from: 'sender', to: 'receiver', body: 'text', ts: 'sentAt' },
      },
    },
  });
  const planned = await rig.cli(['plan', file, `--config=${config}`]);
  expect(planned.status).toBe(0);
});

test('init never overwrites', async () => {
  await using rig = await startRig();
  const config = rig.write('chatferry.yaml', 'region: eu\n');

  const { status, err } = await rig.cli(['init', `--config=${config}`]);

  expect(status).toBe(2);
  expect(err).toContain('already exists');
});
