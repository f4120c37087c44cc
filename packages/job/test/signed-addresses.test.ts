import { expect, test } from 'vitest';
import { planFiles } from '../src/index.ts';
import { startJobRig } from './support/job-rig.ts';

const now = Math.floor(Date.now() / 1000) - 3600;
const signed =
  'https://media-us.example/app/media/a.png?Expires=1700000000&Signature=s3cr3t&Key-Pair-Id=s3cr3t';

function lists(): Readonly<Record<string, object>> {
  const users = ['ann', 'bob'].map((uid) => ({ uid, name: uid, createdAt: now }));
  const file = { url: signed, name: 'a.png', mimeType: 'image/png', extension: 'png' };
  const messages = [1, 2].map((id) => ({
    id: String(id),
    muid: `m${id}`,
    conversationId: 'ann_user_bob',
    sender: 'ann',
    receiver: 'bob',
    receiverType: 'user',
    category: 'message',
    type: 'image',
    data: { url: signed, attachments: [file] },
    sentAt: now + id,
  }));
  return { users, messages };
}

test.each([
  {
    options: undefined,
    warned: 2,
    hosts: [{ host: 'media-us.example', attachments: 2, unreachable: 2 }],
  },
  {
    options: { filesUrl: 'https://files.example' },
    warned: 0,
    hosts: [{ host: 'files.example', attachments: 2 }],
  },
])(
  'signed addresses of an app are warned of message by message, unless the files are copied: $options',
  async ({ options, warned, hosts }) => {
    await using rig = await startJobRig();
    for (const [name, data] of Object.entries(lists()))
      rig.write(`export/${name}.json`, [JSON.stringify({ data, meta: {} })]);

    const summary = await planFiles([`${rig.folder}/export`], {
      job: rig.job,
      from: 'service',
      ...(options === undefined ? {} : { sources: { service: options } }),
    });

    expect(summary.kinds.messages).toMatchObject({ planned: 2, warnings: warned });
    expect(summary.problems.filter(({ code }) => code === 'signed-url')).toHaveLength(
      warned === 0 ? 0 : 1,
    );
    expect(summary.attachmentHosts).toEqual(hosts);
    expect(JSON.stringify(summary)).not.toContain('s3cr3t');
  },
);
