import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anHourAgo } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

/** Everything that the commands of a job print and write, compared whole: a wrong number anywhere is a difference. */
class Transcript {
  readonly #rig: Rig;
  readonly #texts: string[] = [];
  readonly #known = new Map<string, string>();

  constructor(rig: Rig) {
    this.#rig = rig;
  }

  get text(): string {
    return this.#texts.join('\n');
  }

  note(text: string): void {
    this.#texts.push(`\n# ${text}\n`);
  }

  /** Runs a command, and adds its output, its exit status, and each list of the job folder that it changed. */
  async run(command: string, ...options: readonly string[]): Promise<void> {
    const { status, out, err } = await this.#rig.cli([...command.split(' '), ...options]);
    const ended = status === 0 ? [] : [`exit status ${status}`];
    const printed = [out, ...(err === '' ? [] : [`stderr:\n${err}`])].filter((one) => one !== '');
    this.#texts.push(
      [`$ chatferry ${command}`, ...printed, ...ended, ...this.#lists()]
        .map((text) => this.#plain(text))
        .join('\n'),
      '',
    );
  }

  /** The lists whose content is not that of the last time. */
  #lists(): string[] {
    const job = this.#rig.job;
    if (!existsSync(job)) return [];
    const names = readdirSync(job, { recursive: true, encoding: 'utf8' });
    const found = names.toSorted().flatMap((name): [string, string][] => {
      const file = path.join(job, name);
      const isList = /(\.jsonl|\.csv|\.ndjson)$/.test(name) && statSync(file).isFile();
      return isList ? [[name, readFileSync(file, 'utf8').trimEnd()]] : [];
    });
    const changed = found.filter(([name, content]) => this.#known.get(name) !== content);
    const gone = [...this.#known.keys()].filter((name) => found.every(([each]) => each !== name));
    this.#known.clear();
    for (const [name, content] of found) this.#known.set(name, content);
    return [
      ...changed.map(([name, content]) => `--- ${name}\n${content}`),
      ...gone.map((name) => `--- ${name} is gone`),
    ];
  }

  /** Without folders, addresses, hashes, times and rates, which differ from run to run, and without counts of 0. */
  #plain(text: string): string {
    const { folder, service } = this.#rig;
    return text
      .replaceAll(folder, 'FOLDER')
      .replaceAll(service.baseUrl, 'SERVICE')
      .replaceAll(service.appId, 'APP')
      .replaceAll(/\b[0-9a-f]{64}\b/g, 'HASH')
      .replaceAll(/^\w+ [\d,]+ of [\d,]+ \(.*\n?/gm, '')
      .replaceAll(/^\{"at":"[^"]*","type":"rate-changed".*\n/gm, '')
      .replaceAll(/("answerMs"):[\d.]+/g, '$1:MS')
      .replaceAll(/"\w+":(0|\{\}|\[\])(,|(?=\}))/g, '')
      .replaceAll(/"\w+":\{\},?/g, '')
      .replaceAll(/(word ){9,}/g, (words) => `word × ${words.length / 5} `)
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? UTC/g, 'TIME')
      .replaceAll(/\b\d{13}\b/g, 'TIME')
      .replaceAll(/\b1\d{9}\b/g, (seconds) => `NOW${Number(seconds) - anHourAgo}`)
      .replaceAll(/\b(pid|Process|process)("?:? ?)\d+/g, '$1$2PID')
      .replaceAll(/[\d,.]+ requests a (minute|second)/g, 'N requests a $1')
      .replaceAll(/\b\d+ (ms|s|min)\b/g, 'N $1');
  }
}

function line(nth: number, more: object): string {
  return JSON.stringify({
    muid: `m${nth}`,
    sender: 'Ada',
    receiver: 'makers',
    receiverType: 'group',
    text: `Text ${nth}`,
    sentAt: anHourAgo + nth,
    ...more,
  });
}

function writeExport(rig: Rig, version: 1 | 2): string {
  mkdirSync(rig.export, { recursive: true });
  const write = (name: string, lines: readonly string[]): string =>
    rig.write(path.join('export', name), `${lines.join('\n')}\n`);
  write('users.csv', [
    'uid,name,avatar,createdAt,deactivatedAt,role',
    `Ada,Ada,https://x.org/a,${anHourAgo - 900},,`,
    'bob,Bob,not an address,,,',
    'bob,Bob,not an address,,,',
    `cy,Cy,,${anHourAgo - 900},${anHourAgo - 100},`,
    'dot,,,,,',
    ...(version === 2 ? ['eve,Eve,,,,'] : []),
  ]);
  write('groups.csv', [
    'guid,name,type,owner,description',
    'makers,Makers,public,Ada,We make',
    'readers,Readers,private,bob,',
  ]);
  write('members.csv', [
    'guid,uid,scope,isBanned',
    'makers,bob,moderator,',
    'makers,cy,,true',
    'makers,dot,,',
    'readers,cy,,',
  ]);
  write('messages.ndjson', [
    line(2, {}),
    line(1, { sender: 'bob' }),
    line(3, { receiver: 'readers', sender: 'cy' }),
    line(4, { receiver: 'bob', receiverType: 'user', text: version === 2 ? 'New' : 'Old' }),
    line(5, { receiver: 'dot', receiverType: 'user' }),
    line(6, { sentAt: anHourAgo - 40_000_000 }),
    line(7, { receiver: 'Ada', sender: 'bob', receiverType: 'user', text: 'word '.repeat(2100) }),
    '{"muid":',
    ...(version === 2 ? [line(9, { receiver: 'eve', receiverType: 'user' })] : []),
  ]);
  write('friends.csv', ['uid,friend', 'Ada,bob']);
  return rig.export;
}

test('all that the commands of a job print and write, from plan to undo, is as before', async () => {
  await using rig = await startRig();
  const transcript = new Transcript(rig);
  const to = [...rig.target, '--concurrency=1', '--yes'];
  const folder = writeExport(rig, 1);
  rig.write('chatferry.yaml', 'cleaning: { tooLong: split }\n');
  const config = `--config=${path.join(rig.folder, 'chatferry.yaml')}`;

  transcript.note('A plan, made twice, with rows that are no records');
  await transcript.run('plan', folder, config);
  await transcript.run('plan --json', folder, config);
  await transcript.run('plan --max-rejects 5', folder, config);
  await transcript.run('status');
  await transcript.run('explain users:Ada');

  transcript.note('A run in which the service refuses a group');
  rig.service.setFaults([
    {
      fault: 'refuse-records',
      operation: 'dataImport.groups',
      share: 0.5,
      code: 'ERR_BAD_REQUEST',
      message: 'No.',
    },
  ]);
  await transcript.run('run', ...to);
  rig.service.setFaults([]);
  await transcript.run('status --json');
  await transcript.run('explain users:Ada');
  await transcript.run('explain messages:m3 --json');
  await transcript.run('explain users:dot');
  await transcript.run('explain messages:m7');
  await transcript.run('retry --json', ...to);
  await transcript.run('status');

  transcript.note('The app is changed by hand, and repaired');
  await transcript.run('verify', ...rig.target);
  rig.service.db.exec(`
    UPDATE users SET name = 'Adele' WHERE uid = 'ada';
    UPDATE groups SET description = 'No' WHERE guid = 'makers';
    DELETE FROM bans;
    DELETE FROM friends;
    DELETE FROM messages WHERE muid = 'm1';
    UPDATE messages SET data = '{"text":"Changed"}' WHERE muid = 'm2';
    UPDATE messages SET sent_at = sent_at + 1 WHERE muid = 'm4';
  `);
  await transcript.run('verify --json', ...rig.target);
  await transcript.run('repair --dry-run', ...to);
  await transcript.run('repair --dry-run --json', ...to);
  await transcript.run('repair', ...to);
  await transcript.run('repair --edit-messages', ...to);
  await transcript.run('check');
  rig.write('job/rejects.jsonl', '');
  await transcript.run('check');

  transcript.note('The export again, with a new and a changed record');
  writeExport(rig, 2);
  const later = `--job=${path.join(rig.folder, 'later')}`;
  await transcript.run('plan', folder, config, later, `--after=${rig.job}`, '--max-rejects=5');
  await transcript.run('run', later, ...to);
  await transcript.run('undo --dry-run --json', later, ...to.slice(0, 2));
  await transcript.run('undo --yes', rig.service.appId, later, ...to.slice(0, 2));
  await transcript.run('undo --json --yes', rig.service.appId, ...to.slice(0, 2));
  await transcript.run('status');

  await expect(transcript.text).toMatchFileSnapshot('transcripts/job.txt');
}, 120_000);
