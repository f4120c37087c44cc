import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createNewFile, transaction } from '@chatferry/disk';
import { closeSync, existsSync, rmSync } from 'node:fs';
import { JobError } from '@chatferry/job';
import type {
  DifferingSegment,
  FollowPace,
  NamedFolder,
  WriterStatus,
} from '@chatferry/job/following';
import type { CutOver } from './cut-over-state.ts';
import { APPLICATION_ID, FORMAT, SCHEMA } from './schema.ts';

/** How long to wait for another process that reads the file or appends a segment. */
const TIMEOUT_MS = 10_000;

/** Which changes in the sources change the app. */
export interface FollowedChanges {
  /** Whether changed texts, metadata and tags of messages are edited in the app. */
  readonly editMessages: boolean;
  /** Whether records whose rows are gone are removed from the app. */
  readonly removesGone: boolean;
}

/** The facts about a follower as a whole. */
export interface FollowFacts {
  /** The id of the first segment of its plan. Absent: nothing was planned yet, and the file is worthless. */
  readonly begun: string;
  /** The id of the latest appended segment. Absent: no segment was appended. */
  readonly latest: string;
  /** The folder of the job before the follower. Earlier versions kept its absolute path. */
  readonly after: NamedFolder | string;
  /** How the keys of each query are divided into ranges: whether they are numbers. */
  readonly isNumbered: Readonly<Record<string, boolean>>;
  /** When the sources were last compared with the planned rows, milliseconds since 1970. */
  readonly reconciledAt: number;
  /** How many keys this comparison found. */
  readonly reconciledKeys: number;
  /** Whether rows have changed faster than they were sent, in the last round. */
  readonly fallingBehind: FollowPace | null;
  /** Transactions that were open at the last comparison of the sources and have written something, the oldest first. */
  readonly writers: readonly WriterStatus[];
  /** The last position that was assigned. */
  readonly position: number;
  /** The options of the follower's last start. */
  readonly changes: FollowedChanges;
  readonly cutOver: CutOver;
  /** The segments up to this number were compared with the app. They were found as planned, except those in `differing`. */
  readonly comparedTo: number;
  /** When segments were last compared with the app, milliseconds since 1970. */
  readonly appComparedAt: number;
  /** Segments with records that were not as planned when they were last compared, in order. */
  readonly differing: readonly DifferingSegment[];
}

/** The state of a follower, in `follow.sqlite` of its job folder. One process at a time writes it. */
export class FollowState implements Disposable {
  readonly path: string;
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, db: DatabaseSync) {
    this.path = path;
    this.db = db;
  }

  /** The statement of a text, prepared once. */
  sql(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (statement === undefined) this.#statements.set(text, (statement = this.db.prepare(text)));
    return statement;
  }

  transaction<T>(work: () => T): T {
    return transaction(this.db, work);
  }

  fact<Name extends keyof FollowFacts>(name: Name): FollowFacts[Name] | undefined {
    const row = this.sql('SELECT value FROM facts WHERE name = ?').get(name);
    return row === undefined
      ? undefined
      : (JSON.parse(row['value'] as string) as FollowFacts[Name]);
  }

  setFact<Name extends keyof FollowFacts>(name: Name, value: FollowFacts[Name]): void {
    this.sql('INSERT OR REPLACE INTO facts VALUES (?, ?)').run(name, JSON.stringify(value));
  }

  [Symbol.dispose](): void {
    if (this.db.isOpen) this.db.close();
  }
}

/** Creates an empty state, in place of a state that was not completed. */
export function createState(path: string): FollowState {
  for (const file of [path, `${path}-journal`]) rmSync(file, { force: true });
  closeSync(createNewFile(path));
  const state = new FollowState(path, new DatabaseSync(path, { timeout: TIMEOUT_MS }));
  state.db.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; ${SCHEMA}`);
  return state;
}

/** Opens the state in a job folder; undefined when there is none. @throws {JobError} `follow-differs` for a state of another version */
export function openState(path: string): FollowState | undefined {
  if (!existsSync(path)) return undefined;
  const state = new FollowState(path, new DatabaseSync(path, { timeout: TIMEOUT_MS }));
  const number = (name: string): number =>
    Object.values(state.db.prepare(`PRAGMA ${name}`).get()!)[0] as number;
  const [id, format] = [number('application_id'), number('user_version')];
  if (id === APPLICATION_ID && format === FORMAT) {
    state.db.exec('PRAGMA synchronous = FULL');
    return state;
  }
  state[Symbol.dispose]();
  if (id === 0) return undefined; // The creation of the file was interrupted.
  throw new JobError(
    'follow-differs',
    `${path} was made by another version of chatferry: it has format ${format}, and this version reads format ${FORMAT}.`,
    'Continue with the version that made it. Or follow again into another job folder, after this one.',
  );
}
