import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { planFiles, runJob, type Target } from '@chatferry/job';
import { databaseInput } from '@chatferry/job/planning';
import { type LocalService, startLocalService } from '@chatferry/local-service';
import {
  follow,
  type FollowEvent,
  type FollowOptions,
  type FollowOutcome,
} from '../../src/index.ts';
import { type Forum, sqliteForum } from './forum.ts';

/** UNIX seconds, two hours ago. */
export const SENT: number = Math.floor(Date.now() / 1000) - 7200;

/** The options that a follower is started with. */
export interface FollowStart {
  readonly following?: typeof follow;
  readonly onEvent?: (event: FollowEvent) => unknown;
}

/** The process ended at an event. */
export class KilledError extends Error {
  override readonly name = 'KilledError';
}

/** A legacy database, a local service, and the folders of a bulk job and of a follower. */
export class FollowRig implements AsyncDisposable {
  readonly folder: string;
  readonly forum: Forum;
  readonly service: LocalService;

  constructor(folder: string, forum: Forum, service: LocalService) {
    this.folder = folder;
    this.forum = forum;
    this.service = service;
  }

  get bulk(): string {
    return path.join(this.folder, 'bulk');
  }

  get job(): string {
    return path.join(this.folder, 'follow');
  }

  get target(): Target {
    const { appId, baseUrl, apiKey } = this.service;
    return { appId, baseUrl, apiKey };
  }

  /** Plans and sends everything that the database has. */
  async sendBulk(): Promise<void> {
    await planFiles([], {
      job: this.bulk,
      databases: [this.forum.source],
      retentionMonths: 'none',
    });
    const events = runJob({
      job: this.bulk,
      target: this.target,
      requestsPerMinute: 'unlimited',
      allowsLive: true,
    });
    for await (const _ of events) void _;
  }

  options(changed: Partial<FollowOptions> = {}): FollowOptions {
    return {
      job: this.job,
      after: this.bulk,
      sources: {
        settings: { retentionMonths: 'none' },
        databases: [databaseInput(this.forum.source)],
        mappingOf: () => ({}),
        declared: [],
      },
      target: this.target,
      run: {
        requestsPerMinute: 'unlimited',
        sharedQuota: true,
        concurrency: 4,
        giveUpAfterMs: 60_000,
        allowsLive: true,
        maxDifferent: Infinity,
        maxFailures: 'none',
      },
      editMessages: true,
      removesGone: true,
      everyMs: 0,
      isOnce: true,
      stepName: (step) => step,
      signal: new AbortController().signal,
      ...changed,
    };
  }

  /** Follows until everything is sent. @param onEvent ends the process after an event for which it returns false */
  async follow(
    changed: Partial<FollowOptions> = {},
    { following = follow, onEvent = () => {} }: FollowStart = {},
  ): Promise<FollowOutcome & { readonly events: readonly FollowEvent[] }> {
    const seen: FollowEvent[] = [];
    const events = following(this.options(changed));
    for (;;) {
      const next = await events.next();
      if (next.done === true) return { ...next.value, events: seen };
      seen.push(next.value);
      if ((await onEvent(next.value)) !== false) continue;
      await events.return(undefined as never);
      throw new KilledError();
    }
  }

  /** What the app holds, in short. */
  get held(): {
    readonly users: Record<string, string>;
    readonly groups: Record<string, string>;
    readonly members: readonly string[];
    readonly messages: Record<string, string>;
  } {
    const all = (sql: string): Record<string, string>[] =>
      this.service.db.prepare(sql).all() as Record<string, string>[];
    return {
      users: Object.fromEntries(
        all(
          `SELECT uid, name || iif(deactivated_at IS NULL, '', ' (left)') AS name FROM users ORDER BY uid`,
        ).map(({ uid, name }) => [uid!, name!]),
      ),
      groups: Object.fromEntries(
        all('SELECT guid, name FROM groups ORDER BY guid').map(({ guid, name }) => [guid!, name!]),
      ),
      members: all('SELECT guid, uid FROM members ORDER BY guid, uid').map(
        ({ guid, uid }) => `${guid} ${uid}`,
      ),
      messages: Object.fromEntries(
        all(
          `SELECT muid, data ->> 'text' AS text FROM messages WHERE category <> 'action' ORDER BY sent_at, id`,
        ).map(({ muid, text }) => [muid!, text!]),
      ),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    await this.forum[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @param open opens the legacy database, given a path for a file */
export async function startFollowRig(
  open: (file: string) => Promise<Forum> = sqliteForum,
): Promise<FollowRig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-follow-'));
  const forum = await open(path.join(folder, 'forum.sqlite'));
  const service = await startLocalService({
    importRequestsPerMinute: 'unlimited',
    requestsPerMinute: 'unlimited',
  });
  return new FollowRig(folder, forum, service);
}
