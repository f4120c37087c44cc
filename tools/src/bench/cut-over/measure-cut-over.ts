import { AnsweredCommand } from '../../processes/answered-command.ts';
import { CommandProcess, type Ending } from '../../processes/command-process.ts';

/** A deadline that the freeze misses. A longer round needs a longer deadline: without time for a round, nothing is frozen. */
const SHORT_S = 5;

/** A job that follows a database. */
export interface FollowedNight {
  readonly folder: string;
  /** The job folder of the follower. */
  readonly job: string;
  /** The options of every command on the job. */
  readonly options: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The changes that people make until the freeze. */
  readonly change: () => Promise<void>;
}

/** Seconds, except `late`. */
export interface CutOverFigures {
  readonly round: string;
  readonly drained: string;
  readonly verified: string;
  readonly closed: string;
  /** The deadline that was missed, and what happened after it. */
  readonly late: string;
}

/** Measures a cut-over. An earlier cut-over misses its deadline, after which the legacy system is opened again. */
export async function measureCutOver(night: FollowedNight): Promise<CutOverFigures> {
  let deadlineS = SHORT_S;
  let thawed: Event | undefined;
  while (thawed === undefined) {
    const late = await cutOver(
      night,
      `late-${deadlineS}`,
      deadlineS,
      [`--deadline=${deadlineS}s`],
      [3, 130],
    );
    thawed = late.get('thawed');
    // Twice the duration of the round.
    if (thawed === undefined) deadlineS = Math.ceil(late.get('not-armed')!.ms! / 500);
  }
  const opened = await cutOver(night, 'night', 0, [], [0]);
  const seconds = (a: string, b: string): string =>
    ((Date.parse(opened.get(b)!.at) - Date.parse(opened.get(a)!.at)) / 1000).toFixed(1);
  return {
    round: (opened.get('armed')!.ms! / 1000).toFixed(1),
    drained: seconds('frozen', 'drained'),
    verified: seconds('frozen', 'compared'),
    closed: (opened.get('open')!.closedMs! / 1000).toFixed(1),
    late: `${deadlineS}: thawed after ${(thawed.closedMs! / 1000).toFixed(1)}, then opened`,
  };
}

interface Event {
  readonly at: string;
  readonly type: string;
  readonly ms?: number;
  readonly closedMs?: number;
}

/** @returns the first event of each type */
async function cutOver(
  { folder, job, options, env, change }: FollowedNight,
  name: string,
  freezeS: number,
  more: readonly string[],
  accepted: readonly number[],
): Promise<ReadonlyMap<string, Event>> {
  console.error(`cut-over ${more.join(' ')}`);
  using freeze = new AnsweredCommand(folder, name, change);
  const events = new Map<string, Event>();
  const command = new CommandProcess(
    [
      'cut-over',
      `--job=${job}`,
      `--freeze=${freeze.line}; sleep ${freezeS}`,
      '--thaw=true',
      '--open=true',
      '--json',
      ...options,
      ...more,
    ],
    {
      env,
      onLine: (line) => {
        const event = JSON.parse(line) as Event;
        if (!events.has(event.type)) events.set(event.type, event);
        if (event.type === 'not-armed') command.child.kill('SIGTERM');
      },
    },
  );
  accept(await command.ended(), accepted);
  return events;
}

export function accept({ status, said }: Ending, accepted: readonly number[]): void {
  if (!accepted.includes(status ?? -1)) throw new Error(`A command ended with ${status}:\n${said}`);
}
