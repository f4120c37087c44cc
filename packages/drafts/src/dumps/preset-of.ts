import type { InspectedDatabase } from '@chatferry/job/planning';

/** A system whose tables a preset reads. */
export interface Preset {
  readonly preset: 'phpbb' | 'discourse';
  /** The name of the system in sentences. */
  readonly title: string;
  /** The prefix of the tables of phpBB, if it is not the usual one. */
  readonly tablePrefix?: string;
}

/** The tables that the preset of phpBB reads, after their prefix. */
const phpbb = ['users', 'forums', 'topics', 'posts', 'privmsgs', 'privmsgs_to', 'zebra'];
const USUAL_PREFIX = 'phpbb_';

/** The tables that the preset of Discourse reads. */
const discourse = [
  'users',
  'categories',
  'chat_channels',
  'direct_message_users',
  'user_chat_channel_memberships',
  'chat_threads',
  'chat_messages',
  'topics',
  'topic_allowed_users',
  'topic_allowed_groups',
  'group_users',
  'posts',
];

/** The preset that reads a database with all tables of its system. */
export function presetOf({ driver, tables }: InspectedDatabase): Preset | undefined {
  const names = new Set(tables.map(({ name }) => name));
  const has = (table: string, column: string): boolean =>
    tables.find(({ name }) => name === table)?.columns.some(({ name }) => name === column) === true;
  const prefixes = [...names].flatMap((name) => /^(\w*)privmsgs_to$/.exec(name)?.[1] ?? []);
  const prefix = prefixes.find(
    (each) =>
      phpbb.every((name) => names.has(each + name)) && has(`${each}posts`, 'post_visibility'),
  );
  if (prefix !== undefined)
    return {
      preset: 'phpbb',
      title: 'phpBB',
      ...(prefix === USUAL_PREFIX ? {} : { tablePrefix: prefix }),
    };
  const readsDiscourse = driver === 'postgres' || driver === 'dump';
  const isDiscourse = discourse.every((name) => names.has(name)) && has('posts', 'raw');
  return readsDiscourse && isDiscourse ? { preset: 'discourse', title: 'Discourse' } : undefined;
}
