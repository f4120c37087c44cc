import { type Kind, kinds, kindsInOrder, type Row } from '@chatferry/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { acceptor } from '../src/judging/acceptor.ts';

const details = { uid: 'ada', name: 'Ada', tags: ['a'] };
const samples: Partial<Record<Kind, readonly Row[]>> = {
  roles: [{ role: 'a', name: 'A', description: 'd', settings: { listUsers: 'all' }, metadata: {} }],
  descriptions: [{ guid: 'g', description: 'd' }],
  replies: [
    {
      muid: 'm',
      parentMuid: 'p',
      sender: 'a',
      receiverType: 'user',
      receiver: 'b',
      category: 'message',
      type: 'text',
      data: { text: 'x' },
      tags: ['t'],
      sentAt: 1_700_000_000,
      deliveredAt: 1_700_000_000,
      readAt: 1_700_000_000,
    },
  ],
  reactions: [
    { reactionId: 'm a x%20y', muid: 'm', uid: 'a', reaction: 'x y', reactedAt: 1_700_000_000 },
  ],
  friends: [{ friendshipId: 'a_friend_b', uid: 'a', friend: 'b' }],
  blocks: [{ blockId: 'b_blocks_a', uid: 'b', blocked: 'a' }],
  users: [
    { ...details, avatar: 'https://x.org/a', createdAt: 1_700_000_000, metadata: { a: [1] } },
  ],
  groups: [
    {
      guid: 'g',
      name: 'G',
      type: 'password',
      password: 'x',
      owner: 'ada',
      groupOwnerDetails: details,
    },
  ],
  members: [
    {
      memberId: 'g_member_a',
      guid: 'g',
      uid: 'a',
      scope: 'admin',
      isBanned: true,
      userDetails: details,
    },
  ],
  messages: [
    {
      muid: 'm',
      sender: 'a',
      receiverType: 'user',
      receiver: 'b',
      sentAt: 1_700_000_000,
      category: 'message',
      type: 'text',
      data: { text: 'x', metadata: {}, more: 1 },
      mentionedUserDetails: { ada: details },
      tags: [],
    },
    {
      muid: 'm',
      sender: 'a',
      receiverType: 'group',
      receiver: 'b',
      sentAt: 1_700_000_000,
      category: 'message',
      type: 'file',
      data: {
        attachments: [
          { url: 'https://x.org/a', name: 'a', mimeType: 'a/b', extension: 'b', size: '1' },
        ],
      },
    },
    {
      muid: 'm',
      sender: 'a',
      receiverType: 'group',
      receiver: 'b',
      sentAt: 1_700_000_000,
      category: 'custom',
      type: 'poll',
      data: { customData: { a: 1 } },
    },
  ],
  deactivations: [{ uid: 'ada', deactivatedAt: 1_700_000_000 }],
  reactivations: [{ uid: 'ada' }],
  unbans: [{ memberId: 'g_member_a', guid: 'g', uid: 'a' }],
  userUpdates: [{ ...details, changed: ['name'] }],
  roleUpdates: [{ role: 'a', name: 'A', changed: ['name'] }],
  groupUpdates: [{ guid: 'g', type: 'public', changed: ['type'] }],
  memberUpdates: [{ memberId: 'g_member_a', isBanned: true, changed: ['isBanned'] }],
  messageEdits: [{ muid: 'm', data: { text: 'x' }, changed: ['data.text'] }],
  messageRemovals: [{ muid: 'm', sentAt: 1_700_000_000 }],
  memberRemovals: [{ memberId: 'g_member_a', guid: 'g', uid: 'a' }],
};

const value = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', ' ', 'a', 'A', 'x'.repeat(101), '🚋'.repeat(51)),
  fc.constantFrom<unknown>(0, 1.5, -1, 1e9 - 1, 1e9, 1e10 - 1, 1e10, NaN, 2 ** 53),
  fc.constantFrom<unknown>(true, [], ['a'], [''], [1], {}, { a: 1 }, { uid: 'b', name: 'B' }),
  fc.constantFrom<unknown>('message', 'custom', 'text', 'image', 'public', 'password', 'user'),
  fc.jsonValue(),
);

/** A copy of a sample in which a few values were changed, added or removed. */
function mutated(kind: Kind): fc.Arbitrary<Row> {
  const change = fc.record({ at: fc.nat(), value, remove: fc.boolean(), newKey: fc.boolean() });
  return fc
    .tuple(fc.constantFrom(...(samples[kind] ?? [])), fc.array(change, { maxLength: 3 }))
    .map(([sample, changes]) => {
      const row = structuredClone(sample);
      for (const { at, value: put, remove, newKey } of changes) {
        const places = placesIn(row);
        const place = places[at % places.length];
        if (place === undefined) continue;
        const { holder, key } = place;
        if (newKey) holder[`new${at}`] = structuredClone(put);
        else if (remove) delete holder[key];
        else holder[key] = structuredClone(put);
      }
      return row;
    });
}

function placesIn(holder: Row): { holder: Row; key: string }[] {
  return Object.entries(holder).flatMap(([key, inner]) => [
    { holder, key },
    ...(typeof inner === 'object' &&
    inner !== null &&
    !Array.isArray(inner) &&
    Object.keys(inner).length > 0
      ? placesIn(inner as Row)
      : []),
  ]);
}

test.each(kindsInOrder)('%s: the compiled test accepts what the schema accepts', (kind) => {
  const { schema } = kinds[kind];
  const accepts = acceptor(schema);

  for (const sample of samples[kind] ?? []) expect(accepts(sample)).toBe(true);
  fc.assert(
    fc.property(mutated(kind), (row) => {
      // A test that is too strict is only slow; one that is too lenient lets invalid rows through.
      expect(!accepts(row) || schema.safeParse(row).success).toBe(true);
    }),
    { numRuns: process.env['PROPERTY_RUNS'] === undefined ? 600 : 3000 },
  );
});

describe('a schema that the compiler does not know is passed to zod', () => {
  test.each<[string, z.core.$ZodType, unknown, unknown]>([
    ['a transformation', z.string().trim().min(1), 'a', ' '],
    ['a union', z.union([z.string(), z.number()]), 1, true],
    ['a map with rules for its keys', z.record(z.string().max(1), z.number()), { a: 1 }, { ab: 1 }],
    ['an object with typed extras', z.object({}).catchall(z.number()), { a: 1 }, { a: 'b' }],
    ['a number with a fraction', z.number().multipleOf(0.5), 1.5, 1.2],
  ])('%s', (_, schema, good, bad) => {
    expect([acceptor(schema)(good), acceptor(schema)(bad)]).toEqual([true, false]);
  });
});

describe('a map', () => {
  const accepts = acceptor(z.record(z.string(), z.number()));

  test.each<[unknown, boolean]>([
    [{}, true],
    [{ a: 1, b: 2 }, true],
    [{ a: 1, b: 'c' }, false],
    [[1], false],
    [null, false],
    // zod decides about it.
    [JSON.parse('{"__proto__":1}'), false],
  ])('%j is accepted: %s', (map, expected) => {
    expect(accepts(map)).toBe(expected);
  });
});
