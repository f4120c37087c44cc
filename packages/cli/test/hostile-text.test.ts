import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anHourAgo } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

/** Sets the clipboard, clears the screen with a C1 character, overwrites the line, turns the text around, begins a line. */
const EVIL = '\u001b]52;c;eA==\u0007\u009b2J\r\u202e\u200f\u0085\nFORGED: all is well';

// oxlint-disable no-control-regex -- these are what must not be printed
const RAW =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** An export with such characters in every name and field, in rows that are planned and in rows that are rejected. */
function writeEvilExport(rig: Rig): string {
  const folder = path.join(rig.folder, `export${EVIL}`);
  mkdirSync(folder);
  const write = (kind: string, ...rows: object[]): string =>
    rig.write(
      path.join(path.basename(folder), `${kind}-${EVIL}.ndjson`),
      rows.map((row) => JSON.stringify(row)).join('\n'),
    );
  write(
    'users',
    { uid: `ada${EVIL}`, name: `Ada${EVIL}`, role: `boss${EVIL}`, metadata: { a: EVIL } },
    { uid: 'bob', name: 'Bob', avatar: EVIL, link: EVIL, tags: [EVIL] },
    { uid: `no-name${EVIL}`, name: '' },
    { uid: 'cy', name: 'Cy', [EVIL]: EVIL },
  );
  write('groups', { guid: `g${EVIL}`, name: EVIL, type: EVIL });
  write(
    'messages',
    {
      muid: `m${EVIL}`,
      sender: 'bob',
      receiver: `ada${EVIL}`,
      receiverType: 'user',
      type: 'text',
      category: 'message',
      data: { text: EVIL },
      sentAt: anHourAgo,
    },
    { muid: 'x', sender: EVIL, receiver: EVIL, receiverType: EVIL, type: EVIL, category: EVIL },
  );
  return folder;
}

test('no command prints a control character, from any source', async () => {
  await using rig = await startRig();
  const input = writeEvilExport(rig);
  rig.service.setFaults([
    { fault: 'status-before', status: 403, code: 'ERR_X', message: EVIL, when: { nth: 3 } },
    { fault: 'refuse-records', code: 'ERR_Y', message: EVIL, operation: 'dataImport.messages' },
  ] as never);
  const drawn: string[] = [];
  const screen = {
    columns: () => 200,
    rows: () => 50,
    draw: (lines: readonly string[]) => void drawn.push(...lines),
    done: () => {},
  };
  const outputs: string[] = [];
  const statuses: number[] = [];
  const config = path.join(rig.folder, `config${EVIL}.yaml`);
  const commands = [
    ['init', input, `--config=${config}`],
    ['plan', input, '--max-rejects=100%'],
    ['import', input, '--max-rejects=100%', ...rig.target],
    ['run', ...rig.target],
    ['retry', ...rig.target],
    ['status'],
    ['verify', ...rig.target],
    ['explain', `users:ada${EVIL}`],
    ['explain', `users:no-name${EVIL}`],
    ['explain', `${EVIL}:${EVIL}`],
    ['explain', `users:${EVIL}`],
    ['rate', EVIL],
    ['plan', `${input}${EVIL}`],
    ['plan', input, `--${EVIL}`],
    ['plan', input, `--kind=${EVIL}`],
    ['run', `--app-id=${EVIL}`, `--base-url=${EVIL}`],
    ['status', `--job=${EVIL}`],
    ['plan', input, `--config=${EVIL}`],
    [EVIL],
    ['serve', `--faults=${EVIL}`],
  ];
  for (const args of commands)
    for (const more of [[], ['--json']]) {
      if (more.length > 0 && ['init', 'rate', EVIL].includes(args[0]!)) continue;
      const { out, err, status } = await rig.cli([...args, ...more], { screen });
      statuses.push(status!);
      outputs.push(...`${out}\n${err}`.split('\n'));
    }

  expect([...outputs, ...drawn].filter((line) => RAW.test(line))).toEqual([]);
  expect(outputs.concat(drawn).filter((line) => line.startsWith('FORGED'))).toEqual([]);
  expect(outputs.join('\n')).toContain(String.raw`\u001b]52;c;eA==\u0007\u009b2J`);
  expect(statuses).not.toContain(4);
  expect(rig.inJob('report.html')).not.toMatch(RAW);
  const lists = readdirSync(rig.job).filter((name) => name.endsWith('.jsonl'));
  expect(lists).toEqual(
    expect.arrayContaining(['differences.jsonl', 'dropped.jsonl', 'rejects.jsonl']),
  );
  expect(
    lists.filter((name) =>
      rig
        .inJob(name)
        .split('\n')
        .some((line) => RAW.test(line)),
    ),
  ).toEqual([]);
});
