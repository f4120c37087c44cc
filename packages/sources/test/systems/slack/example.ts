import type { ZipPart } from '../../zip-file.ts';

/** An export with one of everything that is unusual. */
export const users = [
  {
    id: 'U0AAA1',
    team_id: 'T1',
    name: 'mira',
    deleted: false,
    is_admin: true,
    updated: 1_700_000_000,
    profile: {
      real_name: 'Mira Okafor',
      display_name: '',
      email: 'mira@example.com',
      image_512: 'https://img.example/m.png',
      fields: null,
    },
  },
  {
    id: 'U0AAA2',
    team_id: 'T1',
    name: 'theo',
    deleted: true,
    updated: 1_710_000_000,
    profile: { real_name: 'Theo Lind', display_name: 'theo', fields: [] },
  },
  {
    id: 'U0BOT1',
    name: 'deploybot',
    is_bot: true,
    deleted: false,
    profile: { real_name: 'Deploy', bot_id: 'B0BOT1' },
  },
];

export const channels = [
  {
    id: 'C0GEN',
    name: 'général',
    created: '1452837318',
    creator: 'U0AAA1',
    is_archived: false,
    members: ['U0AAA1', 'U0AAA2', 'U0GONE'],
    topic: { value: '' },
    purpose: { value: 'all' },
    pins: [
      {
        id: '1736478630.905000',
        type: 'C',
        user: 'U0AAA1',
        owner: 'U0AAA1',
        created: 1_736_478_700,
      },
    ],
  },
];

export const dms = [{ id: 'D0XY', created: 1, members: ['U0AAA1', 'U0AAA2'] }];

export const day = [
  {
    type: 'message',
    user: 'U0AAA1',
    text: '5 &lt; 6 &amp;amp; <@U0AAA2> see <#C0GEN|> <https://ex.am/?a=1&amp;b=2|here> <!here>',
    ts: '1736478630.905000',
    thread_ts: '1736478630.905000',
    reply_count: 1,
    edited: { user: 'U0AAA1', ts: '1736478640.000000' },
    reactions: [
      { name: 'clap', users: ['U0AAA2'], count: 1 },
      { name: 'clap::skin-tone-3', users: ['U0AAA2', 'U0GONE'], count: 3 },
    ],
  },
  {
    type: 'message',
    subtype: 'thread_broadcast',
    user: 'U0EXT9',
    user_team: 'T9',
    user_profile: { real_name: 'Guest Ola', image_72: 'https://img.example/o.png', team: 'T9' },
    text: 'ok',
    ts: '1736478630.905001',
    thread_ts: '1736478630.905000',
    root: { type: 'message', user: 'U0AAA1', ts: '1736478630.905000', text: '5' },
  },
  {
    type: 'message',
    subtype: 'bot_message',
    bot_id: 'B0BOT1',
    username: 'CI #4',
    text: '',
    ts: '1736478631.000100',
    attachments: [{ fallback: 'build passed' }],
  },
  {
    type: 'message',
    user: 'U0AAA2',
    text: '',
    ts: '1736478632.000200',
    files: [
      {
        id: 'F1',
        name: 'a.png',
        mimetype: 'image/png',
        mode: 'hosted',
        size: 120,
        url_private: 'https://files.slack.com/files-pri/T1-F1/a.png?token=xoxe-demo',
      },
      { id: 'F2', mode: 'tombstone' },
    ],
  },
  {
    type: 'message',
    subtype: 'tombstone',
    user: 'USLACKBOT',
    hidden: true,
    text: 'This message was deleted.',
    ts: '1736478633.000300',
    thread_ts: '1736478633.000300',
    reply_count: 1,
  },
  {
    type: 'message',
    user: 'U0GONE',
    text: 'orphan reply',
    ts: '1736478699.000400',
    thread_ts: '1730000000.000100',
    parent_user_id: 'U0AAA1',
  },
  {
    type: 'message',
    subtype: 'channel_join',
    user: 'U0AAA2',
    text: '<@U0AAA2> has joined the channel',
    ts: '1736478700.000500',
  },
];

/** The files of an export. @param days messages by `folder/day` */
export function slackParts(
  days: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, unknown>> = {},
): ZipPart[] {
  return [...Object.entries({ users, channels, dms, ...lists }), ...Object.entries(days)].map(
    ([name, content]) => ({
      name: `${name}.json`,
      text: typeof content === 'string' ? content : JSON.stringify(content),
    }),
  );
}

export const exampleParts: ZipPart[] = slackParts({ 'général/2025-01-10': day });
