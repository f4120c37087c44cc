import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

test('five bad pictures cost five pictures: the people are planned, and dropped.jsonl lists the values', async () => {
  await using rig = await startRig();
  const users = ['u1', 'u2', 'u3', 'u4', 'u5'].map((uid) => `${uid},${uid},/img/${uid}.png`);
  const file = rig.write('users.csv', `uid,name,avatar\n${users.join('\n')}\n`);

  const { status, out } = await rig.cli(['plan', file]);

  expect(status).toBe(0);
  expect(out).toMatch(/users +5 +5 +0 +0 +5/);
  expect(out).toContain('dropped.jsonl');
  const lines = rig.inJob('dropped.jsonl').trim().split('\n');
  expect(lines).toHaveLength(5);
  expect(JSON.parse(lines[0]!)).toEqual({
    kind: 'users',
    id: 'u1',
    file,
    line: 2,
    field: 'avatar',
    value: '/img/u1.png',
    code: 'bad-url',
  });
  expect(statSync(path.join(rig.job, 'dropped.jsonl')).mode & 0o777).toBe(0o600);

  rig.write('users.csv', 'uid,name\nu1,U 1\n');
  await rig.cli(['plan', file]);

  expect(() => rig.inJob('dropped.jsonl')).toThrow('ENOENT');
});

test('with badOptional: reject such rows are rejected', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name,avatar\nu1,U 1,/img/u1.png\nu2,U 2,\n');
  const config = rig.write('chatferry.yaml', 'cleaning: { badOptional: reject }\n');

  const { status, out } = await rig.cli(['plan', file, `--config=${config}`]);

  expect(status).toBe(1);
  expect(out).toMatch(/users +2 +1 +0 +1 +0/);
});

test('a bad value inside metadata costs all of it, and the line says so and where the value is', async () => {
  await using rig = await startRig();
  const user = String.raw`{"uid":"u1","name":"U 1","metadata":{"born":{"in":"half \ud83d"},"note":"n"}}`;
  const file = rig.write('users.ndjson', `${user}\n`);

  await rig.cli(['plan', file]);

  expect(JSON.parse(rig.inJob('dropped.jsonl'))).toMatchObject({
    field: 'metadata',
    at: 'metadata.born.in',
    code: 'broken-text',
  });
});
