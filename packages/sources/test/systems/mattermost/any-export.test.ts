/* oxlint-disable vitest/no-conditional-expect, unicorn/consistent-function-scoping, typescript/no-duplicate-type-constituents -- what is expected depends on what was drawn */
import { writeFileSync } from 'node:fs';
import type { Row } from '@chatferry/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAll } from '../../read-all.ts';
import { testFolder } from '../../zip-file.ts';
import { line } from './example.ts';

/** `npm run test:long` asks for many more. */
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 25) };

const start = 1_736_478_630_000;
const people = ['ann', 'ben', 'cat', 'dan'];
/** The channels with their members; `lost` has no line of its own, and `gone` is an unknown sender. */
const channels = { town: ['ann', 'ben', 'cat'], lab: ['ben'], lost: ['ann'] } as const;

interface Said {
  readonly user: string;
  readonly at: number;
  readonly kind: 'text' | 'text' | 'text' | 'empty' | 'system' | 'no-user' | 'card' | 'edited';
  readonly reactors: readonly string[];
}

interface Post extends Said {
  readonly where: keyof typeof channels | readonly string[];
  readonly replies: readonly Said[];
}

const user = fc.constantFrom(...people, 'gone');
const said = {
  user,
  at: fc.integer({ min: start, max: start + 4 }).map((ms) => start + (ms - start) * 400),
  kind: fc.constantFrom<Said['kind']>(
    ...(['text', 'text', 'text', 'text', 'empty', 'system', 'no-user', 'card', 'edited'] as const),
  ),
  reactors: fc.uniqueArray(user, { maxLength: 2 }),
};
/** Only those who are in a conversation of people write in it. */
function within<Some extends Said>(each: Some, where: Post['where']): Some {
  const isIn = typeof where === 'string' || where.includes(each.user);
  return isIn ? each : { ...each, user: where[0]! };
}

const anyPost: fc.Arbitrary<Post> = fc
  .record({
    ...said,
    where: fc.oneof(
      fc.constantFrom(...(Object.keys(channels) as (keyof typeof channels)[])),
      fc.shuffledSubarray(people, { minLength: 1 }),
    ),
    replies: fc.array(fc.record(said), { maxLength: 2 }),
  })
  .map((post) => ({
    ...within(post, post.where),
    replies: post.replies.map((reply) => within(reply, post.where)),
  }));

const anyOptions = fc.record({
  threads: fc.constantFrom('metadata', 'flat'),
  systemMessages: fc.constantFrom('skip', 'text'),
  directMessages: fc.constantFrom('keep', 'skip'),
});

type Options = typeof anyOptions extends fc.Arbitrary<infer Some> ? Some : never;

/** A post or reply with what decides on it. */
interface Spoken extends Said {
  readonly text: string;
  readonly where: Post['where'];
  readonly line: number;
  readonly root: Spoken | undefined;
}

const FIRST_POST = 8;

/** All posts and replies, each with a text of its own, in the order of the file. */
function spokenIn(posts: readonly Post[]): Spoken[] {
  return posts.flatMap((post, index) => {
    const at = { where: post.where, line: FIRST_POST + index };
    const root: Spoken = { ...post, ...at, text: `post ${index}`, root: undefined };
    const isRead = post.kind !== 'no-user';
    const replies = post.replies.map((reply, nth) => ({
      ...reply,
      ...at,
      text: `reply ${nth} to ${index}`,
      root: isRead ? root : undefined,
    }));
    return [root, ...replies];
  });
}

function bodyOf({ user: sender, at, kind, reactors, text }: Spoken): Row {
  return {
    ...(kind === 'no-user' ? {} : { user: sender }),
    type: kind === 'system' ? 'system_join_channel' : '',
    message: kind === 'empty' || kind === 'card' ? '' : text,
    create_at: at,
    edit_at: kind === 'edited' ? at + 5000 : 0,
    ...(kind === 'card' ? { props: { attachments: [{ text }] } } : {}),
    reactions: reactors.map((name) => ({ user: name, create_at: at + 1000, emoji_name: 'wave' })),
  };
}

function linesOf(all: readonly Spoken[]): string {
  const member = (name: string): object =>
    line('user', {
      username: name,
      nickname: name.toUpperCase(),
      teams: [
        {
          name: 't',
          channels: Object.entries(channels)
            .filter(([, members]) => (members as readonly string[]).includes(name))
            .map(([channel]) => ({ name: channel, roles: name === 'ben' ? 'channel_admin' : '' })),
        },
      ],
    });
  const channel = (name: string): object =>
    line('channel', { team: 't', name, display_name: `The ${name}`, type: 'O' });
  const posts = all
    .filter(({ root, text }) => root === undefined && text.startsWith('post'))
    .map((post) => {
      const replies = all
        .filter((each) => each.line === post.line && each !== post)
        .map((reply) => bodyOf(reply));
      const body = { ...bodyOf(post), replies };
      return typeof post.where === 'string'
        ? line('post', { ...body, team: 't', channel: post.where })
        : line('direct_post', { ...body, channel_members: post.where });
    });
  const head = { type: 'version', version: 1, info: { generator: 'mattermost-server' } };
  const lines = [head, channel('town'), channel('lab'), ...people.map(member), ...posts];
  return `${lines.map((each) => JSON.stringify(each)).join('\n')}\n`;
}

/** Why a post becomes no message; undefined for one that does. */
function lostAs(
  { kind, where, root }: Spoken,
  options: Options,
): 'broken' | 'filtered' | undefined {
  if (kind === 'no-user' || (root !== undefined && root.kind === 'no-user')) return 'broken';
  const isDirect = typeof where !== 'string' && where.length <= 2;
  if (kind === 'system' && options.systemMessages === 'skip') return 'filtered';
  if (isDirect && (options.directMessages === 'skip' || where.length < 2)) return 'filtered';
  return kind === 'empty' ? 'filtered' : undefined;
}

const timeOf = ({ at, root }: Spoken): number => Math.max(at, root?.at ?? 0);

function isInGroup({ where }: Spoken): boolean {
  return typeof where === 'string' || where.length > 2;
}

test('each post and reply of any export ends in one place, in the order of the times', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPost, { maxLength: 8 }), anyOptions, async (posts, options) => {
      using folder = testFolder();
      const file = folder.file('dump.jsonl');
      // Of a post that cannot be read, the replies are not read either.
      const all = spokenIn(
        posts.map((post) => (post.kind === 'no-user' ? { ...post, replies: [] } : post)),
      );
      writeFileSync(file, linesOf(all));
      const whole = await readAll(file, { options });

      const expected = all
        .filter((each) => lostAs(each, options) === undefined)
        .map((each, index) => ({ each, index }))
        .toSorted((one, other) => timeOf(one.each) - timeOf(other.each) || one.index - other.index)
        .map(({ each }) => each);
      const texts = whole.messages.map(({ data }) => (data as { text: string }).text);
      expect(texts).toEqual(expected.map(({ text }) => text));
      const broken = all.filter((each) => lostAs(each, options) === 'broken');
      expect(whole.rejected.map(({ line: at }) => at)).toEqual(broken.map(({ line: at }) => at));
      const filtered = all.filter((each) => lostAs(each, options) === 'filtered');
      expect(Object.values(whole.filtered).reduce((sum, rows) => sum + rows, 0)).toBe(
        filtered.length,
      );
      const counted = whole.account.records.find(({ type }) => type === 'messages');
      expect(counted?.count ?? 0).toBe(all.length);

      const muids = whole.messages.map(({ muid }) => muid as string);
      expect(new Set(muids).size).toBe(muids.length);
      const muidOf = new Map(texts.map((text, index) => [text, muids[index]]));
      const groupOf = new Map<string, unknown>();
      for (const [index, each] of expected.entries()) {
        const { sender, receiver, receiverType, sentAt, data } = whole.messages[index]!;
        const metadata = (data as { metadata?: Row }).metadata ?? {};
        expect([sender, sentAt]).toEqual([each.user, Math.floor(timeOf(each) / 1000)]);
        expect(whole.places.messages[index]).toMatch(new RegExp(`:${each.line}$`));
        expect(receiverType).toBe(isInGroup(each) ? 'group' : 'user');
        const parent = options.threads === 'metadata' ? each.root : undefined;
        const isParentSent = parent !== undefined && muidOf.has(parent.text);
        if (isParentSent) expect(metadata['parentMuid']).toBe(muidOf.get(parent.text));
        else expect('parentMuid' in metadata).toBe(parent !== undefined);
        expect(metadata['editedAt']).toBe(
          each.kind === 'edited' ? Math.floor((each.at + 5000) / 1000) : undefined,
        );
        if (!isInGroup(each)) {
          const others = (each.where as readonly string[]).filter((name) => name !== each.user);
          expect(receiver).toBe(others[0]);
          continue;
        }
        // The same people are the same conversation, in whatever order they are named.
        const key = [each.where].flat().toSorted().join();
        expect(receiver).toBe(groupOf.get(key) ?? receiver);
        groupOf.set(key, receiver);
      }
      expect(new Set(groupOf.values()).size).toBe(groupOf.size);

      const membersOf = ({ where }: Spoken): readonly string[] =>
        typeof where === 'string' ? channels[where] : where;
      const reactions = all
        .filter((each) => lostAs(each, options) !== 'broken')
        .flatMap((each) =>
          each.reactors.map((name) => ({
            name,
            isKept:
              lostAs(each, options) === undefined &&
              (!isInGroup(each) || membersOf(each).includes(name)),
            muid: muidOf.get(each.text),
          })),
        );
      expect(
        (whole.reactions ?? []).map(({ muid, uid }) => `${String(muid)} ${String(uid)}`).toSorted(),
      ).toEqual(
        reactions
          .flatMap(({ name, isKept, muid }) => (isKept ? [`${muid} ${name}`] : []))
          .toSorted(),
      );
      const lost = whole.notCarried.filter(({ type }) => type === 'reactions');
      expect(lost).toHaveLength(reactions.filter(({ isKept }) => !isKept).length);

      const named = all.flatMap(({ user: sender, kind, reactors, where }) => [
        ...(kind === 'no-user' ? [] : [sender, ...reactors]),
        ...(typeof where === 'string' ? [] : where),
      ]);
      expect(whole.users.map(({ uid }) => uid as string).toSorted()).toEqual(
        [...new Set([...people, ...named])].toSorted(),
      );
      const inGroups = whole.members.map(({ guid, uid }) => `${String(guid)} ${String(uid)}`);
      expect(new Set(inGroups).size).toBe(inGroups.length);
      const memberships = Object.values(channels).reduce((sum, { length }) => sum + length, 0);
      const talks = new Set(
        all
          .filter(({ where }) => typeof where !== 'string' && where.length > 2)
          .map(({ where }) => [where].flat().toSorted().join()),
      );
      expect(inGroups).toHaveLength(
        memberships + [...talks].reduce((sum, key) => sum + key.split(',').length, 0),
      );
    }),
    runs,
  );
});
