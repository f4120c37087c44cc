import { expect, test } from 'vitest';
import type { ExportFile } from '../../src/index.ts';
import type { WholeExport } from '../read-all.ts';
import { readFiles } from '../read-files.ts';
import {
  ann,
  channelFile,
  deckFile,
  message as discordMessage,
} from '../systems/discord/example.ts';
import { channels, slackParts } from '../systems/slack/example.ts';
import { message as slackMessage } from '../systems/slack/slack-export.ts';
import { channelExport } from '../systems/stream/example.ts';
import { chat, message as telegramMessage } from '../systems/telegram/example.ts';

const SIGNED = 'https://cdn.discordapp.com/attachments/1/2/b.png?ex=65a0b0c0&is=1&hm=secret';

const picture = {
  id: 'F1',
  name: 'a.png',
  mimetype: 'image/png',
  mode: 'hosted',
  url_private: 'https://files.slack.com/files-pri/T1-F1/a.png?t=xoxe-secret',
};

const slack = slackParts(
  {
    'general/2025-01-10': [
      slackMessage({
        files: [
          picture,
          {
            ...picture,
            id: 'F2',
            url_private: 'https://files.slack.com/files-pri/T1-F2/b.png?t=xoxe-secret',
          },
        ],
      }),
    ],
  },
  { channels: [{ ...channels[0]!, name: 'general', pins: [] }] },
);

/** Of each system: its files, the keys of its media, and what gives access. */
const exports: readonly {
  readonly system: string;
  readonly files: Readonly<Record<string, string>>;
  readonly keys: readonly string[];
}[] = [
  {
    system: 'telegram',
    files: {
      'result.json': JSON.stringify(
        chat([
          telegramMessage(1, { photo: 'photos/1.jpg', photo_file_size: 3 }),
          telegramMessage(2, { file: 'files/plan.pdf', file_name: 'plan.pdf' }),
        ]),
      ),
      'photos/1.jpg': 'one',
      'files/plan.pdf': 'two',
    },
    keys: ['photos/1.jpg', 'files/plan.pdf'],
  },
  {
    system: 'discord',
    files: {
      [deckFile]: JSON.stringify(
        channelFile([
          discordMessage(1, {
            author: ann,
            attachments: [
              { id: '1', url: 'deck_Files\\a%201.png', fileName: 'a 1.png', fileSizeBytes: 3 },
              { id: '2', url: SIGNED, fileName: 'b.png', fileSizeBytes: 3 },
            ],
          }),
        ]),
      ),
      'deck_Files/a 1.png': 'one',
    },
    keys: ['deck_Files/a 1.png', 'https://cdn.discordapp.com/attachments/1/2/b.png'],
  },
  {
    system: 'slack',
    files: {
      ...Object.fromEntries(slack.map(({ name, text }) => [name, text])),
      '__uploads/F2/b.png': 'two',
    },
    keys: [
      'https://files.slack.com/files-pri/T1-F1/a.png',
      'https://files.slack.com/files-pri/T1-F2/b.png',
    ],
  },
  {
    system: 'matrix',
    files: {
      'a.json': JSON.stringify([
        {
          type: 'm.room.message',
          event_id: '$m1',
          room_id: '!r:h.example',
          sender: '@lu:h.example',
          origin_server_ts: 1_735_000_000_000,
          content: { msgtype: 'm.image', body: 'p.png', url: 'mxc://h.example/a1' },
        },
      ]),
    },
    keys: ['https://h.example/_matrix/client/v1/media/download/h.example/a1'],
  },
  {
    system: 'stream',
    files: { 'a.json': JSON.stringify(channelExport) },
    keys: ['https://us-east.stream-io-cdn.example/1/a.png'],
  },
];

function addressesIn({ messages }: WholeExport): string[] {
  return messages.flatMap(({ data }) =>
    ((data as { attachments?: { url: string }[] }).attachments ?? []).map(({ url }) => url),
  );
}

test.each(exports)(
  'the files of $system are listed, with what gives access',
  async ({ files, keys }) => {
    const listed: ExportFile[] = [];
    const all = await readFiles(files, {}, { onFile: (file) => listed.push(file) });
    const local = listed.map(({ key, file }) =>
      key.startsWith('export:')
        ? key.replace(/^export:\w+\//, '')
        : file.replace(/^export:\w+\//, ''),
    );
    const isListed = (key: string): boolean =>
      local.includes(key) ||
      listed.some((each) => each.key === key) ||
      addressesIn(all).some((url) => url.startsWith(key));
    expect(keys.filter((key) => !isListed(key))).toEqual([]);
  },
);

test.each(exports)(
  'with copies, messages of $system point to them, and no signature is left',
  async ({ files, keys }) => {
    const lost: string[] = [];
    const all = await readFiles(
      files,
      {},
      {
        find: (key) => {
          const index = keys.findIndex((each) => key.endsWith(each) || key.startsWith(each));
          return index < 0 ? { cause: 'gone' } : { to: `https://m.example/${index}` };
        },
        onLost: (cause) => lost.push(cause),
      },
    );
    expect(addressesIn(all).filter((url) => url.startsWith('https://m.example/'))).toHaveLength(
      keys.length,
    );
    expect(lost).toEqual([]);
    expect(all.everything).not.toMatch(/secret-1|xoxe|hm=/);
  },
);

test.each(exports)(
  'without a copy, a file of $system is as it is without a map',
  async ({ files }) => {
    const lost: string[] = [];
    const { account: _, ...without } = await readFiles(files);
    const { account: _account, ...all } = await readFiles(
      files,
      {},
      {
        find: () => ({ cause: 'gone' }),
        onLost: (cause) => lost.push(cause),
      },
    );
    expect(all.messages).toEqual(without.messages);
    expect(all.everything).not.toMatch(/secret-1|xoxe|hm=/);
  },
);

async function keysOf(photo: string): Promise<string[]> {
  const found: string[] = [];
  const files = { ...exports[0]!.files, 'photos/1.jpg': photo };
  await readFiles(files, {}, { onFile: ({ key }) => found.push(key) });
  return found;
}

test('files of two exports never share a name, unless all their files have the same names and sizes', async () => {
  const [one, same, other] = await Promise.all([keysOf('one'), keysOf('two'), keysOf('three')]);
  expect(one).toEqual(same);
  expect(other.some((key) => one.includes(key))).toBe(false);
});

function pictureOf({ users }: WholeExport): unknown[] {
  return users.flatMap(({ avatar }) => avatar ?? []);
}

test('the whole address of a picture of a user is used, and is in no row', async () => {
  const image =
    'https://us-east.stream-io-cdn.example/9/m.png?Expires=1&Signature=secret-1&Key-Pair-Id=K';
  const [first] = channelExport.members;
  const withPicture = {
    ...channelExport,
    members: [
      {
        ...first,
        user: { id: 'Mira@acme', name: 'Mira', image, updated_at: '2025-03-01T00:00:00Z' },
      },
      ...channelExport.members.slice(1),
    ],
  };
  const files = { 'a.json': JSON.stringify(withPicture) };

  const plain = await readFiles(files);
  const listed = await readFiles(files, {}, { onFile: () => {} });
  const mapped = await readFiles(
    files,
    {},
    {
      find: (key) =>
        key === 'https://us-east.stream-io-cdn.example/9/m.png'
          ? { to: 'https://m.example/9' }
          : { cause: 'gone' },
      onLost: () => {},
    },
  );

  expect(pictureOf(plain)).toEqual(['https://us-east.stream-io-cdn.example/9/m.png']);
  expect(plain.warnings).toContain('signed-url avatar');
  expect(pictureOf(listed)).toEqual([image]);
  expect(pictureOf(mapped)).toEqual(['https://m.example/9']);
  expect(mapped.warnings).not.toContain('signed-url avatar');
  expect(plain.everything + mapped.everything).not.toContain('secret-1');
});
