import type { FaultRule } from '@chatferry/local-service';
import { expect, test } from 'vitest';
import type { RunResult } from '@chatferry/runner';
import { planRows, type RowsByKind } from '../src/index.ts';
import { appContent } from './support/app-content.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { type Reading, readings } from './support/list-readings.ts';
import { sendJob } from './support/send-job.ts';
import { NOW, replyTo, text } from './support/undo-rig.ts';

const MESSAGES = 12;
const REPLIES = 3;
const routes = { messages: 'chat' } as const;
const unlimited = { requestsPerMinute: 'unlimited', chatRequestsPerMinute: 'unlimited' } as const;

/** A long conversation, and 5 users who are friends of one. @param said what the messages say */
function talk(said = 'Hi'): RowsByKind {
  const users = Array.from({ length: 7 }, (_, nth) => ({ uid: `u${nth}`, name: `User ${nth}` }));
  const messages = Array.from({ length: MESSAGES }, (_, nth) => ({
    ...text(`m${nth}`, 'u0', 'u1'),
    data: { text: `${said} ${nth}` },
    sentAt: NOW + nth,
  }));
  const replies = Array.from({ length: REPLIES }, (_, nth) => ({
    ...replyTo(`m${nth}`, text(`r${nth}`, 'u1', 'u0')),
    sentAt: NOW + 100 + nth,
  }));
  const reactions = [0, 7, 11].map((nth) => ({ muid: `m${nth}`, uid: 'u1', reaction: 'x' }));
  const friends = users.slice(2).map(({ uid }) => ({ uid: 'u0', friend: uid }));
  return { users, messages: [...messages, ...replies], reactions, friends };
}

/** @param stopAfter number of events after which the run is left */
async function send(rig: JobRig, stopAfter = Infinity): Promise<RunResult | undefined> {
  const options = { routes, ...unlimited, maxFailures: undefined, maxDifferent: undefined };
  return await sendJob(rig, options, { stopAfter });
}

/** Without the times of messages, which were sent live. */
function content({ service }: JobRig): object {
  const { messages, ...others } = appContent(service);
  return { ...others, messages: messages!.map((row) => ({ ...(row as object), sent_at: 0 })) };
}

/** The others are parts of the last one. */
const tried: readonly Reading[] = [
  'the newest page first',
  'the oldest page first',
  'capped pages that are not stated',
  'all of it, and totals of 0',
];

test.each(tried)(
  'no lost answer, stop or lost job doubles what is sent live, with %s',
  async (reading) => {
    await using rig = await startJobRig({
      requestsPerMinute: 'unlimited',
      sendsPerMinute: 'unlimited',
    });
    const lists: FaultRule[] = [
      { fault: 'capped-pages', items: 4, stated: reading !== 'capped pages that are not stated' },
      ...readings[reading],
    ];
    const lost = [3, 7, 14].map(
      (nth) => ({ fault: 'reset-after', operation: 'messages.*send', when: { nth } }) as const,
    );
    const options = { job: rig.job, threads: 'reply' } as const;
    rig.service.setFaults([...lists, ...lost]);
    await planRows(talk(), options);

    await send(rig, 10);
    await send(rig, 20);
    expect(await send(rig)).toMatchObject({ end: 'finished' });
    const landed = content(rig);
    expect(landed).toMatchObject({ messages: { length: MESSAGES + REPLIES } });

    rig.useJob('lost');
    await planRows(talk(), { ...options, job: rig.job });
    expect(await send(rig)).toMatchObject({
      end: 'finished',
      counts: {
        users: { presentSame: 7 },
        messages: { presentSame: MESSAGES },
        replies: { presentSame: REPLIES },
        friends: { presentSame: 5 },
      },
    });
    expect(content(rig)).toEqual(landed);

    rig.useJob('other');
    await planRows(talk('Bye'), { ...options, job: rig.job });
    expect(await send(rig)).toMatchObject({ end: 'stopped', reason: { code: 'present-differs' } });
    expect(content(rig)).toEqual(landed);
  },
);
