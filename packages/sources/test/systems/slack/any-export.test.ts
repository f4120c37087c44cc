/* oxlint-disable vitest/no-conditional-expect, typescript/no-unnecessary-type-assertion -- what is expected depends on what was drawn */
import type { Row } from '@chatferry/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { slackParts } from './example.ts';
import { readParts, textsOf } from './slack-export.ts';

/** `npm run test:long` asks for many more. */
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 25) };

const people = ['U1', 'U2', 'U3'];
/** Folder → its conversation. No list has the last one. */
const places = {
  general: { list: 'channels', id: 'C1', members: ['U1', 'U2'] },
  'mpdm-1': { list: 'mpims', id: 'G1', members: ['U1', 'U2', 'U3'] },
  D1: { list: 'dms', id: 'D1', members: ['U1', 'U3'] },
  D2: { list: 'dms', id: 'D2', members: ['U2'] },
  lost: { list: undefined, id: 'lost', members: [] as string[] },
} as const;
type Folder = keyof typeof places;

const days = ['2025-01-09', '2025-01-10'] as const;

interface Said {
  readonly folder: Folder;
  readonly day: 0 | 1;
  /** Microseconds within the day; unique in the conversation. */
  readonly at: number;
  readonly user: string;
  readonly kind:
    | 'text'
    | 'empty'
    | 'join'
    | 'bot'
    | 'changed'
    | 'tombstone'
    | 'no-message'
    | 'reply'
    | 'orphan'
    | 'edited';
  readonly reactors: readonly string[];
}

const anySaid: fc.Arbitrary<Said> = fc.record({
  folder: fc.constantFrom(...(Object.keys(places) as Folder[])),
  day: fc.constantFrom(0, 1),
  at: fc.integer({ min: 1, max: 40 }).map((number) => number * 300_000),
  user: fc.constantFrom(...people),
  kind: fc.constantFrom<Said['kind']>(
    ...(['text', 'text', 'text', 'empty', 'join', 'bot', 'changed', 'tombstone'] as const),
    ...(['no-message', 'reply', 'reply', 'orphan', 'edited'] as const),
  ),
  reactors: fc.array(fc.constantFrom(...people, 'U9'), { maxLength: 3 }),
});

const anyOptions = fc.record({
  systemMessages: fc.constantFrom('skip', 'text'),
  bots: fc.constantFrom('keep', 'skip'),
  directMessages: fc.constantFrom('keep', 'skip'),
  threads: fc.constantFrom('metadata', 'flat'),
});

type Options = typeof anyOptions extends fc.Arbitrary<infer Some> ? Some : never;

const dayStart = [1_736_380_800, 1_736_467_200] as const;

function tsOf({ day, at }: Pick<Said, 'day' | 'at'>): string {
  return `${dayStart[day] + Math.floor(at / 1_000_000)}.${String(at % 1_000_000).padStart(6, '0')}`;
}

const ORPHAN = '1736300000.000100';

/** A message of an export, with the first message of its thread. */
interface Spoken extends Said {
  readonly ts: string;
  readonly text: string;
  readonly root: Spoken | undefined;
}

function spokenIn(all: readonly Said[]): Spoken[] {
  const spoken: Spoken[] = [];
  for (const [index, each] of all.entries()) {
    const ts = tsOf(each);
    const root = spoken.find(
      ({ folder, kind, ts: other }) => folder === each.folder && kind === 'text' && other < ts,
    );
    const kind = each.kind === 'reply' && root === undefined ? 'text' : each.kind;
    spoken.push({
      ...each,
      kind,
      ts,
      text: `text ${index}`,
      root: kind === 'reply' ? root : undefined,
    });
  }
  return spoken;
}

function messageOf({ kind, user, ts, text, reactors, root }: Spoken): unknown {
  if (kind === 'no-message') return 7;
  const subtypes = {
    join: 'channel_join',
    bot: 'bot_message',
    changed: 'message_changed',
    tombstone: 'tombstone',
  };
  const subtype = (subtypes as Readonly<Record<string, string>>)[kind];
  return {
    type: 'message',
    ...(kind === 'bot' ? { bot_id: 'B1', username: 'robot' } : { user }),
    ...(subtype === undefined ? {} : { subtype }),
    text: kind === 'empty' ? '' : text,
    ts,
    ...(kind === 'text' ? { thread_ts: ts } : {}),
    ...(root === undefined ? {} : { thread_ts: root.ts }),
    ...(kind === 'orphan' ? { thread_ts: ORPHAN } : {}),
    ...(kind === 'edited' ? { edited: { user, ts: '1736500000.000000' } } : {}),
    ...(reactors.length === 0
      ? {}
      : { reactions: [{ name: 'wave', users: reactors, count: reactors.length }] }),
  };
}

/** The conversations of one or two people that become groups, because a bot wrote in them too. */
function openedIn(all: readonly Spoken[], options: Options): ReadonlySet<Folder> {
  if (options.bots === 'skip' || options.directMessages === 'skip') return new Set();
  const said = all.filter(({ kind, folder }) => kind === 'bot' && folder.startsWith('D'));
  return new Set(said.map(({ folder }) => folder));
}

function lostAs(
  { kind, folder }: Spoken,
  options: Options,
  opened: ReadonlySet<Folder>,
): 'edit' | 'broken' | 'filtered' | undefined {
  if (kind === 'no-message') return 'broken';
  if (kind === 'changed') return 'edit';
  if (kind === 'tombstone' || (kind === 'join' && options.systemMessages === 'skip'))
    return 'filtered';
  if (kind === 'bot' && options.bots === 'skip') return 'filtered';
  if (folder === 'D2' && !opened.has(folder)) return 'filtered';
  if (folder === 'D1' && options.directMessages === 'skip') return 'filtered';
  return kind === 'empty' ? 'filtered' : undefined;
}

test('each message of any export ends in one place, in the order of the times of its conversation', async () => {
  const anySpoken = fc.uniqueArray(anySaid, {
    minLength: 1, // without a day, nothing shows that it is an export
    maxLength: 16,
    selector: ({ folder, day, at }) => `${folder} ${day} ${at}`,
  });
  await fc.assert(
    fc.asyncProperty(anySpoken, anyOptions, async (drawn, options) => {
      const all = spokenIn(
        drawn.map((each) => {
          // Two people write to each other alone.
          const { members } = places[each.folder];
          const isIn =
            !each.folder.startsWith('D') || (members as readonly string[]).includes(each.user);
          return isIn ? each : { ...each, user: members[0]! };
        }),
      );
      const byFile = Map.groupBy(all, ({ folder, day }) => `${folder}/${days[day]}`);
      const messages = Object.fromEntries(
        [...byFile].map(([file, some]) => [file, some.map((each) => messageOf(each))]),
      );
      const lists = Object.groupBy(
        Object.entries(places).map(([folder, { list, id, members }]) => ({
          list: list ?? 'none',
          row: { id, name: folder, members, created: 1_600_000_000 },
        })),
        ({ list }) => list,
      );
      const listed = (name: string): readonly unknown[] =>
        (lists[name] ?? []).map(({ row }) => row);
      const whole = await readParts(
        slackParts(messages, {
          users: people.map((id) => ({ id, name: id.toLowerCase(), profile: {} })),
          channels: listed('channels'),
          mpims: listed('mpims'),
          dms: listed('dms'),
          groups: [],
        }),
        options,
      );

      const opened = openedIn(all, options);
      const landed = all.filter((each) => lostAs(each, options, opened) === undefined);
      for (const [folder, { id, list, members }] of Object.entries(places)) {
        const expected = landed
          .filter((each) => each.folder === folder)
          .toSorted((one, other) => (one.ts < other.ts ? -1 : 1));
        const found = whole.messages.filter(({ muid }) => String(muid).startsWith(`slack-${id}-`));
        expect(textsOf({ ...whole, messages: found })).toEqual(expected.map(({ text }) => text));
        for (const [
          index,
          { sender, receiver, receiverType, sentAt, muid, data },
        ] of found.entries()) {
          const each = expected[index]!;
          const metadata = (data as { metadata?: Row }).metadata ?? {};
          if (each.kind !== 'bot') expect(sender).toBe(each.user.toLowerCase());
          expect([sentAt, muid]).toEqual([
            Number(each.ts.split('.')[0]),
            `slack-${id}-${each.ts.replace('.', '-')}`,
          ]);
          const isDirect = list === 'dms' && !opened.has(folder as Folder);
          const other = members.find((member) => member !== each.user);
          expect([receiverType, receiver]).toEqual(
            isDirect ? ['user', other!.toLowerCase()] : ['group', id.toLowerCase()],
          );
          const parent = each.kind === 'orphan' ? ORPHAN : each.root?.ts;
          const isReply = parent !== undefined && options.threads === 'metadata';
          expect(metadata['parentMuid']).toBe(
            isReply ? `slack-${id}-${parent.replace('.', '-')}` : undefined,
          );
          const isRootHere =
            each.root !== undefined && lostAs(each.root, options, opened) === undefined;
          expect(metadata['parentMissing']).toBe(isReply && !isRootHere ? true : undefined);
          expect(metadata['editedAt']).toBe(each.kind === 'edited' ? 1_736_500_000 : undefined);
        }
      }
      expect(whole.messages).toHaveLength(landed.length);
      const count = (as: ReturnType<typeof lostAs>): number =>
        all.filter((each) => lostAs(each, options, opened) === as).length;
      expect(whole.rejected).toHaveLength(count('broken'));
      expect(Object.values(whole.filtered).reduce((sum, rows) => sum + rows, 0)).toBe(
        count('filtered'),
      );
      const read = Object.fromEntries(whole.account.records.map((each) => [each.type, each.count]));
      expect(read['messages'] ?? 0).toBe(all.length - count('edit'));
      expect(read['edits'] ?? 0).toBe(count('edit'));

      const reactions = all
        .filter((each) => !['no-message', 'changed'].includes(each.kind))
        .flatMap((each) => [...new Set(each.reactors)].map((name) => ({ name, each })));
      const kept = reactions.filter(
        ({ name, each }) =>
          lostAs(each, options, opened) === undefined &&
          (each.folder === 'lost' ||
            (places[each.folder].members as readonly string[]).includes(name)),
      );
      expect(
        (whole.reactions ?? []).map(({ muid, uid }) => `${String(muid)} ${String(uid)}`).toSorted(),
      ).toEqual(
        kept
          .map(
            ({ name, each }) =>
              `slack-${places[each.folder].id}-${each.ts.replace('.', '-')} ${name.toLowerCase()}`,
          )
          .toSorted(),
      );
      const lost = whole.notCarried.filter(({ type }) => type === 'reactions');
      expect(lost).toHaveLength(reactions.length - kept.length);
      const seen = landed
        .filter(({ folder }) => folder === 'lost')
        .flatMap(({ kind, user, reactors }) => [kind === 'bot' ? 'b1' : user, ...reactors]);
      const lostMembers = new Set(seen.map((name) => `lost ${name.toLowerCase()}`));
      const openedMembers = [...opened].flatMap((folder) =>
        places[folder].members.map((name) => `${folder} ${name}`.toLowerCase()),
      );
      expect(
        whole.members.map(({ guid, uid }) => `${String(guid)} ${String(uid)}`).toSorted(),
      ).toEqual(
        ['c1 u1', 'c1 u2', 'g1 u1', 'g1 u2', 'g1 u3', ...openedMembers, ...lostMembers].toSorted(),
      );
    }),
    runs,
  );
});
