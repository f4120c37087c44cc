import type { ZipPart } from '../../zip-file.ts';

const version = {
  type: 'version',
  version: 1,
  info: { generator: 'mattermost-server', version: '9.5.0', created: '2025-01-10T08:00:00.1Z' },
};

/** A line: its type, and a member of the same name. */
export function line(type: string, body: object): object {
  return { type, [type]: body };
}

export const mira = {
  username: 'mira.o',
  email: 'mira@example.com',
  auth_service: null,
  nickname: '',
  first_name: 'Mira',
  last_name: 'Okafor',
  roles: 'system_admin system_user',
  delete_at: 0,
  teams: [
    {
      name: 'ops',
      roles: 'team_user team_admin',
      channels: [{ name: 'town-square', roles: 'channel_user channel_admin', favorite: false }],
    },
  ],
};
export const theo = {
  username: 'theo',
  email: 'theo@example.com',
  auth_service: null,
  nickname: 'Theo',
  first_name: '',
  last_name: '',
  roles: 'system_user',
  delete_at: 1_730_000_000_000,
  teams: null,
};
export const townSquare = {
  team: 'ops',
  name: 'town-square',
  display_name: 'Town Square',
  type: 'O',
  header: '',
  purpose: '',
  deleted_at: 0,
};

export const exampleLines: readonly object[] = [
  version,
  line('team', { name: 'ops', display_name: 'Ops', type: 'O' }),
  line('team', { name: 'lab', display_name: 'Lab', type: 'I' }),
  line('channel', townSquare),
  line('channel', { ...townSquare, team: 'lab', deleted_at: 1_735_000_000_000 }),
  line('user', mira),
  line('user', theo),
  line('bot', {
    username: 'ci',
    owner: '9xk3w8m1c7n5b2v4q6z8l0p2ad',
    display_name: 'CI',
    delete_at: 0,
  }),
  line('post', {
    team: 'ops',
    channel: 'town-square',
    user: 'theo',
    type: '',
    message: 'later line, earlier time',
    props: {},
    create_at: 1_736_478_630_500,
    edit_at: 0,
    reactions: [],
    replies: null,
  }),
  line('post', {
    team: 'ops',
    channel: 'town-square',
    user: 'mira.o',
    type: '',
    message: 'hi @theo. see ~town-square :wave:',
    props: {},
    create_at: 1_736_478_630_900,
    edit_at: 1_736_478_690_000,
    is_pinned: true,
    flagged_by: ['theo'],
    reactions: [{ user: 'ci', create_at: 1_736_478_631_000, emoji_name: 'wave' }],
    replies: [
      {
        user: 'theo',
        type: '',
        message: 'reply',
        create_at: 1_736_478_630_800,
        edit_at: 0,
        attachments: [{ path: '20250110/teams/noteam/channels/aaa/users/bbb/ccc/my plan.pdf' }],
      },
    ],
  }),
  line('post', {
    team: 'ops',
    channel: 'town-square',
    user: 'mira.o',
    type: 'system_join_channel',
    message: 'mira.o joined the channel.',
    create_at: 1_736_478_630_900,
    edit_at: 0,
    reactions: null,
    replies: null,
  }),
  line('emoji', { name: 'partyowl', image: 'emoji/7u7x8ytgp78q8jir81o9ejwwnr/image' }),
  line('direct_channel', {
    participants: [
      { username: 'mira.o', scheme_user: true },
      { username: 'theo', scheme_user: true },
    ],
    header: '',
  }),
  line('direct_post', {
    channel_members: ['theo', 'mira.o'],
    user: 'theo',
    type: '',
    message: '',
    create_at: 1_736_478_640_000,
    edit_at: 0,
    reactions: null,
    replies: null,
    attachments: [{ path: '20250110/teams/noteam/channels/ddd/users/eee/fff/pic.jpg' }],
  }),
  line('direct_post', {
    channel_members: ['mira.o', 'ghost'],
    user: 'ghost',
    type: '',
    message: 'no such user line, no such channel line',
    create_at: 1_736_478_641_000,
    edit_at: 0,
    reactions: null,
    replies: null,
    attachments: null,
  }),
];

export function partsOf(lines: readonly (object | string)[]): ZipPart[] {
  const texts = lines.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return [{ name: 'import.jsonl', text: `${texts.join('\n')}\n` }];
}

/** The files of an export with these lines after the usual ones for people and a channel. */
export function withPosts(posts: readonly (object | string)[]): ZipPart[] {
  return partsOf([
    version,
    line('channel', townSquare),
    line('user', mira),
    line('user', theo),
    ...posts,
  ]);
}

export function post(fields: object = {}): object {
  return line('post', {
    team: 'ops',
    channel: 'town-square',
    user: 'theo',
    type: '',
    message: 'Hi',
    create_at: 1_736_478_630_500,
    ...fields,
  });
}
