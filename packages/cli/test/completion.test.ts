import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inputKinds, kindsInOrder } from '@chatferry/contract';
import { systems } from '@chatferry/job/choices';
import { expect, test } from 'vitest';
import { commands } from '../src/commands.ts';
import { type Rig, startRig } from './support/rig.ts';

/** The proposals of bash for the last of these words. */
async function bashProposes(rig: Rig, ...words: string[]): Promise<string[]> {
  const { out } = await rig.cli(['completion', 'bash']);
  const script = `${out}
COMP_WORDS=(${['chatferry', ...words].map((each) => `'${each}'`).join(' ')}); COMP_CWORD=${words.length}
_chatferry; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync('bash', ['-c', script], { cwd: rig.folder, encoding: 'utf8' });
  return printed.trim().split('\n');
}

test('bash proposes every command, its options and their values', async () => {
  await using rig = await startRig();

  expect(await bashProposes(rig, '')).toEqual([...Object.keys(commands), 'help']);
  for (const name of ['init', 'plan', 'run', 'serve', 'worker']) {
    const { options } = await commands[name]!.load();
    const proposed = await bashProposes(rig, name, '--');
    expect(proposed.filter((each) => !each.startsWith('--no-'))).toEqual(
      options.map((each) => `--${each}`),
    );
  }
  expect(await bashProposes(rig, 'run', '--no-')).toEqual(['--no-shared-quota']);
  expect(await bashProposes(rig, 'plan', '--kind', '')).toEqual([...inputKinds]);
  expect(await bashProposes(rig, 'plan', '--from', '')).toEqual([...systems]);
  expect(await bashProposes(rig, 'run', '--region', '')).toEqual(['us', 'eu', 'in']);
  expect(await bashProposes(rig, 'explain', 'mes')).toEqual([
    'messages:',
    'messageEdits:',
    'messageRemovals:',
  ]);
  expect(kindsInOrder).toContain('messageEdits');
  expect(await bashProposes(rig, 'ledger', '')).toEqual(['export', 'import']);
});

test('bash proposes the folders with a plan for a job, and files for inputs', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', rig.write('users.csv', 'uid,name\nada,Ada\n')]);
  mkdirSync(path.join(rig.folder, 'joke'));

  expect(await bashProposes(rig, 'run', '--job', 'jo')).toEqual(['job']);
  expect(await bashProposes(rig, 'status', '')).toEqual(['job']);
  expect(await bashProposes(rig, 'plan', 'us')).toEqual(['users.csv']);
});

test('zsh and fish have the same table', async () => {
  await using rig = await startRig();
  const bash = await rig.cli(['completion', 'bash']);

  const zsh = await rig.cli(['completion', 'zsh']);
  const fish = await rig.cli(['completion', 'fish']);
  const none = await rig.cli(['completion', 'tcsh']);

  expect(zsh.out).toBe(`autoload -U +X bashcompinit && bashcompinit\n${bash.out}`);
  for (const [name, listed] of Object.entries(commands)) {
    expect(fish.out).toContain(`-f -a ${name} -d '`);
    const { options } = await listed.load();
    for (const each of options)
      expect(fish.out).toContain(`'__fish_seen_subcommand_from ${name}' -l ${each} `);
  }
  expect(fish.out).toContain("-l region -x -a 'us eu in'");
  expect([none.status, none.err]).toEqual([2, expect.stringContaining('bash, zsh or fish')]);
});

/** Whether a shell is installed; its tests are skipped otherwise. */
function has(shell: string): boolean {
  return spawnSync(shell, ['--version']).error === undefined;
}

test.skipIf(!has('zsh'))('zsh, where it is installed, proposes the same as bash', async () => {
  await using rig = await startRig();
  const { out } = await rig.cli(['completion', 'zsh']);
  /** The function that completes for zsh, with the words of a line and without a terminal. */
  const proposed = (...words: string[]): string[] => {
    const line = ['chatferry', ...words].map((each) => `'${each}'`).join(' ');
    const script = `compdef() { :; }
${out}
compadd() { print -rl -- "\${@:#-*}" }
words=(${line}); CURRENT=$#words
_bash_complete -F _chatferry`;
    return execFileSync('zsh', ['-f', '-c', script], { cwd: rig.folder, encoding: 'utf8' })
      .trim()
      .split('\n');
  };

  expect(proposed('')).toEqual([...Object.keys(commands), 'help']);
  expect(proposed('plan', '--kind', '')).toEqual([...inputKinds]);
  expect(proposed('run', '--region', '')).toEqual(['us', 'eu', 'in']);
});

test.skipIf(!has('fish'))(
  'fish, where it is installed, proposes commands, options and values',
  async () => {
    await using rig = await startRig();
    const file = rig.write('chatferry.fish', (await rig.cli(['completion', 'fish'])).out);
    const proposed = (line: string): string[] => {
      const script = `source ${file}; complete -C '${line}'`;
      const printed = execFileSync('fish', ['-N', '-c', script], {
        cwd: rig.folder,
        encoding: 'utf8',
      });
      return printed
        .trim()
        .split('\n')
        .map((each) => each.split('\t', 1)[0]!);
    };

    expect(proposed('chatferry ')).toEqual(expect.arrayContaining(Object.keys(commands)));
    expect(proposed('chatferry run --reg')).toEqual(['--region']);
    expect(proposed('chatferry run --region ').toSorted()).toEqual(['eu', 'in', 'us']);
    expect(proposed('chatferry explain mess')).toEqual(
      expect.arrayContaining(['messages:', 'messageEdits:']),
    );
  },
);

test('the manual page has every command and option, and man reads it without a warning', async () => {
  await using rig = await startRig();

  const { out } = await rig.cli(['man']);

  for (const [name, listed] of Object.entries(commands)) {
    const section = out
      .split(`\n.SS chatferry ${name.replaceAll('-', '\\-')}`)[1]!
      .split('\n.S')[0]!;
    const { options } = await listed.load();
    for (const each of options) expect(section).toContain(each.replaceAll('-', '\\-'));
  }
  const groff = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z'], {
    input: out,
    encoding: 'utf8',
  });
  expect(groff.stderr ?? '').toBe(''); // Not everywhere is there a groff.
});

test('version is a command too', async () => {
  await using rig = await startRig();

  const { out } = await rig.cli(['--version']);
  const json = await rig.cli(['version', '--json']);

  expect((await rig.cli(['version'])).out).toBe(out);
  expect(JSON.parse(json.out)).toMatchObject({ version: out, node: process.version });
});
