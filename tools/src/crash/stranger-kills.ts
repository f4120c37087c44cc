import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPlan } from '@chatferry/planner';
import { openLandedMarks } from '@chatferry/runner';
import { Random } from '../generate/random.ts';
import { allBulkKinds, writeExport } from '../generate/write-export.ts';
import { ServiceProcess, type ServiceTarget } from '../processes/service-process.ts';
import { writeEarlierExport } from './earlier-export.ts';
import { faultRules } from './fault-rules.ts';
import { type ImporterOptions, type Moment, runImporter } from './importer.ts';
import { Strangers } from './strangers.ts';
import { tamper } from './tamper.ts';
import { forumOf, type RoundOptions, type RoundResult } from './round.ts';

/** A command that is not done after this many starts counts as endless. */
const MOST_STARTS = 60;

/** The most kills of one command, so that each round reaches its end. */
const KILLS_OF_COMMAND = 6;

/** The records of strangers differ from the export, which must not stop a command. */
const regardless = ['--max-different=100%', '--max-failures=none'];

/**
 * An import and a retry, then an undo, or a repair and a delta, of an app in which strangers register, found groups, write, join groups, and
 * create relations at the same time. Each command is killed at random moments and started again until it is done. No record of a stranger
 * may be changed, deleted, or marked in the ledger as a record of the job.
 */
export async function strangerKills(
  folder: string,
  { seed, faultShare, messages, killsLeft }: RoundOptions,
): Promise<RoundResult> {
  const random = new Random(seed);
  const size = forumOf(
    { seed, messages },
    { users: 40, groups: 6, memberships: 80, deactivatedEvery: 3, messageSpan: messages },
  );
  const [earlier, later] = [path.join(folder, 'earlier'), path.join(folder, 'later')];
  mkdirSync(folder, { recursive: true });
  writeEarlierExport(earlier, size);
  writeExport(later, size, 'ndjson', allBulkKinds);
  await using service = new ServiceProcess(folder);
  const target = await service.start(faultRules(faultShare, seed));
  using db = new DatabaseSync(service.db, { timeout: 5000 });
  const strangers = new Strangers(db, size, random);
  const killer = new CommandKiller(strangers, target, random, killsLeft);
  const job = path.join(folder, 'job');
  const bulk = { input: earlier, job, target, sending: regardless };
  const undo: ImporterOptions = { ...bulk, command: 'undo', sending: [] };
  const repair: ImporterOptions = { ...bulk, command: 'repair', sending: [] };
  const delta: ImporterOptions = {
    ...bulk,
    input: later,
    job: path.join(folder, 'night'),
    planning: [`--after=${job}`, '--edit-messages'],
  };
  const damage = (): void => {
    strangers.takeAsItIs();
    tamper(db, random.between(0, 1000));
    strangers.takeAsItIs();
  };
  const steps: readonly { importer: ImporterOptions; before?: () => void }[] = [
    { importer: bulk },
    { importer: { ...bulk, command: 'retry' } },
    ...(random.chance(0.5)
      ? [{ importer: undo }]
      : [{ importer: repair, before: damage }, { importer: delta }]),
  ];
  const mistakes: string[] = [];
  for (const { importer, before } of steps) {
    before?.();
    mistakes.push(...(await killer.finish(importer)));
    if (mistakes.length > 0) break;
  }
  return { kills: killer.kills, serviceKills: 0, strangers: strangers.count, mistakes };
}

/** Starts commands until they are done, and kills them at random moments, while strangers visit the app. */
class CommandKiller {
  kills = 0;
  readonly #strangers: Strangers;
  readonly #target: ServiceTarget;
  readonly #random: Random;
  readonly #most: number;

  constructor(strangers: Strangers, target: ServiceTarget, random: Random, most: number) {
    this.#strangers = strangers;
    this.#target = target;
    this.#random = random;
    this.#most = most;
  }

  /** @returns the mistakes */
  async finish(importer: ImporterOptions): Promise<readonly string[]> {
    const { command = 'import' } = importer;
    const most = Math.min(this.#most, this.kills + this.#random.between(1, KILLS_OF_COMMAND));
    for (let starts = 0; starts < MOST_STARTS; starts++) {
      const { killed, status, said } = await this.#start(importer, this.kills < most);
      if (killed) this.kills++;
      // 3: faults outlasted the attempts to read the app.
      else if (![0, 1, 3].includes(status!)) return [`${command} ended with ${status}:\n${said}`];
      const found = [
        ...this.#strangers.mistakes(),
        ...(await marked(importer.job, this.#strangers)),
      ];
      if (found.length > 0) return [`After ${command}:`, ...found];
      if (!killed && status !== 3) return [];
    }
    return [`${command} did not end within ${MOST_STARTS} starts.`];
  }

  async #start(importer: ImporterOptions, isKilled: boolean): ReturnType<typeof runImporter> {
    const ended = new AbortController();
    const visits = this.#strangers.visit(this.#target, this.#random.between(0, 3), ended.signal);
    const ending = await runImporter(importer, isKilled ? momentOf(this.#random) : undefined);
    ended.abort();
    await visits;
    return ending;
  }
}

/** Records of strangers that a ledger marks as records of the job. */
async function marked(folder: string, strangers: Strangers): Promise<string[]> {
  const [planFile, ledger] = ['plan.sqlite', 'ledger.sqlite'].map((name) =>
    path.join(folder, name),
  );
  if (!existsSync(planFile!) || !existsSync(ledger!)) return [];
  using plan = openPlan(planFile!);
  using marks = openLandedMarks(ledger!, plan);
  return strangers.planned().flatMap(({ kind, id }) => {
    const found = plan.find(kind, id);
    if (found === undefined) return [];
    const mark = marks.marksOf(found.batch.seq)?.[found.index];
    return mark === 'l' ? [`${kind} ${id} of a stranger is known as the job's`] : [];
  });
}

/** The moment is during start, reading and planning, or soon after the command begins to send a kind. */
function momentOf(random: Random): Moment {
  if (random.chance(0.3)) return { after: 'start', ms: random.between(0, 2500) };
  const kind = random.pick([
    'users',
    'groups',
    'members',
    'messages',
    'descriptions',
    'replies',
    'reactions',
    'friends',
    'blocks',
  ] as const);
  if (random.chance(0.6)) return { after: kind, ms: random.between(0, 200) };
  return { after: 'first-event', ms: random.between(0, 400) };
}
