import type { InputKind, Row } from '@chatferry/contract';
import * as fc from 'fast-check';

export const anHourAgo: number = Math.floor(Date.now() / 1000) - 3600;
export const aYearAgo: number = anHourAgo - 400 * 86_400;
/** Longer than a message can be. */
export const LONG: string = 'some words '.repeat(1100);

export type Rows = Partial<Record<InputKind, readonly Row[]>>;

const uid = fc.constantFrom('ada', 'Bob', 'c.y');
const guid = fc.constantFrom('den', 'Two');
const muid = fc.constantFrom('m0', 'M1', 'm 2', 'm3');
const some = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength: 1, maxLength: 5 });

const user = fc
  .record({ uid, avatar: fc.constantFrom(undefined, 'https://x.org/a', 'no address') })
  .map((row) => ({ ...row, name: 'A name' }));
const message = fc
  .record({
    muid,
    sender: uid,
    receiver: fc.oneof(uid, guid),
    sentAt: fc.constantFrom(anHourAgo, anHourAgo - 1, aYearAgo),
    text: fc.constantFrom('Hello', 'Hello <@uid:Bob>', ' '),
    parentMuid: fc.option(muid, { nil: undefined }),
  })
  .map(({ text, parentMuid, ...row }) => ({
    ...row,
    receiverType: ['den', 'Two'].includes(row.receiver) ? 'group' : 'user',
    data: { text, ...(parentMuid === undefined ? {} : { metadata: { parentMuid } }) },
  }));

/** Rows with ids that the service takes and that it does not, and with texts and times that settings decide about. */
export const anyRows: fc.Arbitrary<Rows> = fc
  .record({
    users: some(user),
    groups: some(
      fc.record({ guid, owner: uid }).map((row) => ({ ...row, name: 'G', type: 'public' })),
    ),
    members: some(fc.record({ guid, uid })),
    messages: some(message),
    reactions: some(fc.record({ muid, uid, reaction: fc.constant('👍') })),
    friends: some(fc.record({ uid, friend: uid })),
    blocks: some(fc.record({ uid, blocked: uid })),
    hasLong: fc.boolean(),
  })
  .map(({ hasLong, messages, users, ...rows }) => {
    const long = { sender: 'eve', receiver: 'dot', receiverType: 'user', sentAt: anHourAgo };
    const last = { ...long, muid: 'long', data: { text: LONG } };
    const both = ['eve', 'dot'].map((each) => ({ uid: each, name: each }));
    return {
      ...rows,
      users: [...both, ...users],
      messages: hasLong ? [...messages, last] : messages,
    };
  });
