import { readFileSync } from 'node:fs';
import { createClient } from '@chatferry/client';
import { lockJob, type RunResult } from '@chatferry/runner';
import { defaultRunOptions } from '../../src/sending/default-run-options.ts';
import {
  jobFolder,
  planRows,
  type RowsByKind,
  type RunOutcome,
  runJob,
  type UndoStatus,
} from '../../src/index.ts';
import { keptFile, undoFolder } from '../../src/undo-state/undo-folder.ts';
import { planUndo } from '../../src/undoing/plan-undo.ts';
import { sendUndo } from '../../src/undoing/send-undo.ts';
import type { appContent } from './app-content.ts';
import { HastyClock } from './hasty-clock.ts';
import type { JobRig } from './job-rig.ts';
import { sendJob } from './send-job.ts';

export const NOW = Math.floor(Date.now() / 1000) - 3600;

/** Rows of every kind, among them a user who is deactivated, a ban, a reply and a group with a description. */
export function rows(): RowsByKind {
  return {
    users: [
      { uid: 'ada', name: 'Ada', role: 'staff', createdAt: NOW - 900 },
      { uid: 'bob', name: 'Bob', createdAt: NOW - 900 },
      { uid: 'cy', name: 'Cy', createdAt: NOW - 900 },
      { uid: 'dot', name: 'Dot', createdAt: NOW - 900, deactivatedAt: NOW },
    ],
    groups: [
      {
        guid: 'makers',
        name: 'Makers',
        type: 'public',
        owner: 'ada',
        description: 'We',
        createdAt: NOW - 800,
      },
    ],
    members: [
      { guid: 'makers', uid: 'ada', scope: 'admin', joinedAt: NOW - 700 },
      { guid: 'makers', uid: 'bob', scope: 'participant', joinedAt: NOW - 700 },
      { guid: 'makers', uid: 'cy', isBanned: true, scope: 'participant' },
      { guid: 'makers', uid: 'dot', scope: 'participant', joinedAt: NOW - 700 },
    ],
    messages: [
      text('m1', 'ada', 'bob'),
      { ...text('m2', 'ada', 'makers'), receiverType: 'group' },
      { ...text('m3', 'bob', 'makers'), receiverType: 'group' },
      replyTo('m2', { ...text('m4', 'dot', 'makers'), receiverType: 'group' }),
    ],
    reactions: [{ muid: 'm2', uid: 'dot', reaction: '👍' }],
    friends: [{ uid: 'ada', friend: 'dot' }],
    blocks: [{ uid: 'bob', blocked: 'cy' }],
  } as RowsByKind;
}

export function text(muid: string, sender: string, receiver: string): Record<string, unknown> {
  const data = { text: `Text of ${muid}` };
  return { muid, sender, receiver, receiverType: 'user', data, sentAt: NOW };
}

export function replyTo(parentMuid: string, row: Record<string, unknown>): Record<string, unknown> {
  return { ...row, data: { ...(row['data'] as object), metadata: { parentMuid } } };
}

export async function imported(
  rig: JobRig,
  given = rows(),
  target = rig.target,
): Promise<RunOutcome> {
  await planRows(given, { job: rig.job, createRoles: true, threads: 'reply' });
  const events = runJob({
    job: rig.job,
    target,
    requestsPerMinute: 'unlimited',
    allowsLive: true,
    maxFailures: 'none',
  });
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

/** Sends the plan of the job. @param stopAfter number of events after which the run is left */
export async function sent(rig: JobRig, stopAfter = Infinity): Promise<void> {
  await sendJob(rig, {}, { stopAfter });
}

export async function planned(rig: JobRig): Promise<UndoStatus> {
  const job = jobFolder(rig.job);
  using _ = lockJob(job.path, Date.now());
  const signal = new AbortController().signal;
  return planUndo({ job, target: rig.target, requestsPerMinute: 'unlimited', signal });
}

/** @param stopAfter number of events after which the run is left */
export async function undone(
  rig: JobRig,
  {
    isForced = false,
    absent,
    stopAfter = Infinity,
  }: { isForced?: boolean; absent?: number; stopAfter?: number } = {},
): Promise<RunResult | undefined> {
  const job = jobFolder(rig.job);
  using lock = lockJob(job.path, Date.now());
  const options = { ...defaultRunOptions, maxFailures: 'none' as const };
  const clock = new HastyClock();
  const events = sendUndo({ job, lock, target: rig.target, isForced, absent, options, clock });
  for (let nth = 1; ; nth++) {
    const next = await events.next();
    if (next.done === true) return next.value;
    if (nth < stopAfter) continue;
    await events.return(undefined as never);
    return undefined;
  }
}

export function clientOf(rig: JobRig): ReturnType<typeof createClient> {
  return createClient(rig.target);
}

export function untimed({ messages, ...others }: ReturnType<typeof appContent>): object {
  const withoutTimes = messages!.map((row) => ({ ...(row as object), sent_at: 0, read_at: 0 }));
  return { ...others, messages: withoutTimes };
}

export function keptIn(rig: JobRig): Record<string, unknown>[] {
  const lines = readFileSync(keptFile(jobFolder(rig.job)), 'utf8')
    .split('\n')
    .slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function errorsIn(rig: JobRig): unknown[] {
  const lines = readFileSync(undoFolder(jobFolder(rig.job)).errors, 'utf8')
    .split('\n')
    .slice(0, -1);
  return lines.map((line) => {
    const { kind, id, outcome, code } = JSON.parse(line) as Record<string, string>;
    return [kind, id, outcome, code];
  });
}
