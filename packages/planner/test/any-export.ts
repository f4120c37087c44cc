import type { Row } from '@chatferry/contract';
import * as fc from 'fast-check';
import { type Export, group, groupMessage, member, message, NOW, user } from './rig.ts';

const uid = fc.constantFrom('u0', 'u1', 'u2', 'u3', 'u4', 'u5');
const guid = fc.constantFrom('g0', 'g1', 'g2');
const muid = fc.nat(30).map((number) => `m${number}`);
const time = fc.integer({ min: NOW - 50, max: NOW });
const createdAt = fc.option(time, { nil: undefined });

/** Rows of which some are invalid, some repeat others, and some refer to missing records. */
const users = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(uid, createdAt, createdAt, fc.constantFrom('U', 'V'))
      .map(([id, at, leaves, name]) => user(id, { name, createdAt: at, deactivatedAt: leaves })),
  },
  { weight: 1, arbitrary: uid.map((id): Row => ({ uid: id })) },
  {
    weight: 1,
    arbitrary: uid.map((id): Row => user(id, { metadata: { filler: 'x'.repeat(2000) } })),
  },
);
const groups = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        guid,
        fc.option(uid, { nil: undefined }),
        createdAt,
        fc.option(fc.constantFrom('Here', 'There'), { nil: undefined }),
        fc.boolean(),
      )
      .map(([id, owner, at, description, hasName]) =>
        group(id, { owner, createdAt: at, description, ...(hasName ? {} : { name: id }) }),
      ),
  },
  { weight: 1, arbitrary: guid.map((id) => group(id, { type: 'unknown' })) },
);
const members = fc
  .tuple(guid, uid, fc.option(time, { nil: undefined }))
  .map(([of, who, joinedAt]) => member(of, who, { joinedAt }));
const messages = fc.oneof(
  fc.tuple(muid, uid, uid, time).map(([id, from, to, sentAt]) => message(id, from, to, { sentAt })),
  fc
    .tuple(muid, uid, guid, time)
    .map(([id, from, to, sentAt]) => groupMessage(id, from, to, { sentAt })),
  fc.tuple(muid, uid, uid).map(([id, from, to]) => message(id, from, to, { data: { text: ' ' } })),
);

const pairs = fc.tuple(uid, uid);

/** A user inside a record: most often the one that a field names, of whom more or less is known. */
const userInside = fc.option(
  fc.record({
    isAnother: fc.nat(4).map((number) => number === 0),
    more: fc.constantFrom<Row>(
      {},
      { createdAt: NOW - 100 },
      { createdAt: NOW },
      { metadata: { filler: 'y'.repeat(600) } },
    ),
  }),
  { nil: undefined, freq: 1 },
);
type UserInside = { readonly isAnother: boolean; readonly more: Row } | undefined;
const groupInside = fc.option(fc.record({ owner: fc.option(uid, { nil: undefined }) }), {
  nil: undefined,
  freq: 1,
});

function userIn(inside: UserInside, id: unknown): Row | undefined {
  if (inside === undefined || id === undefined) return undefined;
  return { uid: inside.isAnother ? 'u0' : id, name: 'Inside', ...inside.more };
}

/** Any mixture of valid and invalid rows. */
export const anyExport: fc.Arbitrary<Export> = fc.record({
  users: fc.array(users, { maxLength: 12 }),
  groups: fc.array(groups, { maxLength: 8 }),
  members: fc.array(members, { maxLength: 15 }),
  messages: fc.array(messages, { maxLength: 40 }),
  friends: fc.array(
    pairs.map(([one, other]) => ({ uid: one, friend: other })),
    { maxLength: 6 },
  ),
  blocks: fc.array(
    pairs.map(([one, other]) => ({ uid: one, blocked: other })),
    { maxLength: 6 },
  ),
});

/** Every way to plan. */
export const anyRules = fc.record({
  recordsPerRequest: fc.integer({ min: 1, max: 6 }),
  maxRequestBytes: fc.constantFrom(1024, 2100, 100_000),
  lanes: fc.integer({ min: 1, max: 4 }),
  onMissingUser: fc.constantFrom('reject' as const, 'placeholder' as const),
  onMissingGroup: fc.constantFrom('reject' as const, 'placeholder' as const),
  senderNotMember: fc.constantFrom('warn' as const, 'reject' as const, 'add' as const),
  twoPersonGroups: fc.constantFrom('keep' as const, 'direct' as const),
  badOptional: fc.constantFrom('drop' as const, 'reject' as const),
  duplicates: fc.constantFrom('first' as const, 'last' as const, 'reject' as const),
});

/** The same, and some of the records contain users and groups. */
export const anyNestedExport: fc.Arbitrary<Export> = anyExport.chain((rows) =>
  fc.record({
    ...Object.fromEntries(Object.entries(rows).map(([kind, all]) => [kind, fc.constant(all)])),
    groups: nested(rows.groups!, ({ owner }, { one }) => ({
      groupOwnerDetails: userIn(one, owner),
    })),
    members: nested(rows.members!, ({ uid: who }, { one }) => ({ userDetails: userIn(one, who) })),
    messages: nested(rows.messages!, ({ sender, receiver, receiverType }, { one, two, three }) => ({
      senderUserDetails: userIn(one, sender),
      ...(receiverType === 'group'
        ? { receiverGroupDetails: three && group(receiver as string, { name: 'Within', ...three }) }
        : { receiverUserDetails: userIn(two, receiver) }),
    })),
  }),
);

const insides = fc.record({ one: userInside, two: userInside, three: groupInside });
type Insides = typeof insides extends fc.Arbitrary<infer Value> ? Value : never;

/** The rows with more fields, without those that are undefined. */
function nested(
  rows: readonly Row[],
  contents: (row: Row, inside: Insides) => Row,
): fc.Arbitrary<Row[]> {
  return fc.array(insides, { minLength: rows.length, maxLength: rows.length }).map((all) =>
    rows.map((row, index) => {
      const fields = Object.entries({ ...row, ...contents(row, all[index]!) });
      return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
    }),
  );
}
