import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { kindsInOrder } from '@chatferry/contract';
import { jobFolder, whyNotWritten, writeReport } from '@chatferry/job/planned';
import { openPlan } from '@chatferry/planner';
import { anHourAgo } from './forum.ts';
import type { Rig } from './rig.ts';

/** Everything that the commands of a job print and write, compared whole: a wrong number anywhere is a difference. */
export class Transcript {
  readonly #rig: Rig;
  readonly #texts: string[] = [];
  readonly #known = new Map<string, string>();
  /** For `changes`: the lines of each command when it was run last. */
  readonly #last = new Map<string, readonly string[]>();

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
    const printed = await this.#printed(command, options);
    this.#texts.push([`$ chatferry ${command}`, ...printed].join('\n'), '');
  }

  /** Runs a command, and adds the lines that it did not print the last time, and those that it does not print now. */
  async changes(command: string, ...options: readonly string[]): Promise<void> {
    this.#addChanges(`$ chatferry ${command}`, await this.#printed(command, options));
  }

  /** Adds the text of the report, written now. */
  report(): void {
    const job = jobFolder(this.#rig.job);
    const problem = whyNotWritten(job.report, () => writeReport(job, (name) => name, undefined));
    const page = problem === undefined ? readFileSync(job.report, 'utf8').split('<body>')[1]! : '';
    const lines = page
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/<\/?(p|h\d|li|tr|pre|caption|dt)\b[^>]*>/g, '\n')
      .replaceAll(/<\/t[hd]>/g, ' | ')
      .replaceAll(/<[^>]*>/g, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      // The files of the job folder contain its path, and SQLite decides how large they are.
      .map((line) => line.replace(/ [\d.,]+ k?B \|$/, ' SIZE |'));
    this.#addChanges('The report', [...(problem === undefined ? [] : [problem]), ...lines]);
  }

  /** Adds the requests of the plan, in the order of the lanes. */
  plan(): void {
    using plan = openPlan(path.join(this.#rig.job, 'plan.sqlite'));
    const bodies = kindsInOrder.flatMap((kind) =>
      Array.from({ length: plan.lanes }, (_, lane) => [...plan.batches(kind, lane)])
        .flat()
        .map(({ seq, lane, body }) => `${seq} ${kind} ${lane} ${Buffer.from(body).toString()}`),
    );
    this.#texts.push(
      ['The requests of the plan', ...bodies].map((one) => this.#plain(one)).join('\n'),
      '',
    );
  }

  /** Adds what the app holds. */
  app(): void {
    const rows = Object.entries(HELD).flatMap(([name, sql]) =>
      this.#rig.service.db
        .prepare(sql)
        .all()
        .map((row) => `${name} ${JSON.stringify(row)}`),
    );
    this.#texts.push(['What the app holds', ...rows].map((one) => this.#plain(one)).join('\n'), '');
  }

  async #printed(command: string, options: readonly string[]): Promise<string[]> {
    const { status, out, err } = await this.#rig.cli([...command.split(' '), ...options]);
    const ended = status === 0 ? [] : [`exit status ${status}`];
    const printed = [out, ...(err === '' ? [] : [`stderr:\n${err}`])].filter((one) => one !== '');
    return [...printed, ...ended, ...this.#lists()].map((text) => this.#plain(text));
  }

  #addChanges(what: string, texts: readonly string[]): void {
    const text = this.#plain(texts.join('\n')).replaceAll('},"', '},\n"');
    const lines = text.split('\n');
    const last = this.#last.get(what) ?? [];
    this.#last.set(what, lines);
    const gone = last.filter((line) => line !== '' && !lines.includes(line));
    const added = lines.filter((line) => line !== '' && !last.includes(line));
    if (gone.length + added.length === 0) return;
    this.#texts.push([what, ...gone.map((line) => `- ${line}`), ...added].join('\n'), '');
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

  /** Without folders, addresses, hashes, times and rates, which differ from run to run, and without counts of 0 and kinds without records. */
  #plain(text: string): string {
    const { folder, service } = this.#rig;
    return (
      text
        .replaceAll(folder, 'FOLDER')
        .replaceAll(service.baseUrl, 'SERVICE')
        .replaceAll(service.appId, 'APP')
        .replaceAll(/\b[0-9a-f]{64}\b/g, 'HASH')
        .replaceAll(/\b([Pp]lan) [0-9a-f]{12}\b/g, '$1 HASH')
        .replaceAll(/^(\d{4}-\d\d-\d\d, times in |\d\d:\d\d:\d\d ).*\n?/gm, '')
        .replaceAll(/^\{"at":"[^"]*","type":"rate-changed".*\n/gm, '')
        .replaceAll(/("answerMs"):[\d.]+/g, '$1:MS')
        .replaceAll(/,"inFlight":\d+/g, '')
        .replaceAll(/"\w+":(0|\{\}|\[\])(,|(?=\}))/g, '')
        .replaceAll(/"\w+":\{\},?/g, '')
        .replaceAll(/(word ){9,}/g, (words) => `word × ${words.length / 5} `)
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
        // Also the span from one minute to another: `2026-11-27 01:54 to 01:55 UTC`.
        .replaceAll(
          /\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?( to (\d{4}-\d\d-\d\d )?\d\d:\d\d)? UTC/g,
          'TIME',
        )
        .replaceAll(/\b\d{13}\b/g, 'TIME')
        .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d \|/g, 'TIME |')
        // The top of the report has the time of the machine's zone, unless that is UTC.
        .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d [\w/+-]+ · TIME/g, 'TIME')
        .replaceAll(/\b1\d{9}\b/g, (seconds) => timeText(Number(seconds)))
        .replaceAll(/\{"kind":"\w+","at":"TIME",\},?/g, '')
        .replaceAll(/\b(pid|Process|process)("?:? ?)\d+/g, '$1$2PID')
        .replaceAll(/[\d,.]+ requests a (minute|second)/g, 'N requests a $1')
        .replaceAll(/\b\d+ (ms|s|min)\b/g, 'N $1')
    );
  }
}

const HELD = {
  role: 'SELECT role, name FROM roles ORDER BY role',
  user: 'SELECT uid, name, avatar, role, metadata, tags, created_at, deactivated_at IS NOT NULL AS off FROM users ORDER BY uid',
  group: 'SELECT guid, name, type, owner, description, tags, created_at FROM groups ORDER BY guid',
  member: 'SELECT guid, uid, scope, joined_at FROM members ORDER BY guid, uid',
  ban: 'SELECT guid, uid FROM bans ORDER BY guid, uid',
  message: `SELECT muid, sender, receiver, data, tags, sent_at FROM messages WHERE category <> 'action' ORDER BY conversation_id, id`,
  friend: 'SELECT uid, friend FROM friends ORDER BY uid, friend',
  block: 'SELECT uid, blocked FROM blocks ORDER BY uid, blocked',
};

/** Seconds after the first message of an export, or `NOW` for the time of the service. */
function timeText(seconds: number): string {
  const after = seconds - anHourAgo;
  return after > 3000 ? 'NOW' : `T${after < 0 ? '' : '+'}${after}`;
}
