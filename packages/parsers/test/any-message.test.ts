/* oxlint-disable vitest/no-conditional-expect -- what is expected depends on what was drawn */
import { type Row, serviceId } from '@chatferry/contract';
import type { Cleaning, ReadRules } from '@chatferry/parsers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { now, read } from './reading.ts';

/** `npm run test:long` asks for many more. */
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150) };

const oldest = now - 1000;

/** A message as an export has it. */
interface Spoken {
  readonly muid: string;
  readonly sender: string;
  readonly receiver: string;
  readonly isGroup: boolean;
  readonly age: number;
  readonly deliveredAfter: number | undefined;
  readonly text: 'short' | 'blank' | 'half' | 'mark' | 'long';
  readonly mentions: number;
  readonly parent: string | undefined;
  readonly metadata: boolean;
  readonly tags: number;
  /** Whether the row contains its sender too. */
  readonly details: boolean;
  /** Whether the row has its category and type. */
  readonly isTyped: boolean;
  /** Whether the row has an empty list of attachments, which is not sent. */
  readonly emptyFiles: boolean;
  readonly isSpaced: boolean;
}

const maybe = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(some, { nil: undefined });

const anySpoken: fc.Arbitrary<Spoken> = fc.record({
  muid: fc.constantFrom('m1', 'M 2', 'm-3'),
  sender: fc.constantFrom('ada', 'ada', 'Bob', 'c.y'),
  receiver: fc.constantFrom('dot', 'dot', 'Eve'),
  isGroup: fc.boolean(),
  age: fc.constantFrom(0, 10, 1000, 1001, -1),
  deliveredAfter: maybe(fc.constantFrom(-1, 0)),
  text: fc.constantFrom(...(['short', 'short', 'short', 'blank', 'half', 'mark', 'long'] as const)),
  mentions: fc.constantFrom(0, 0, 1, 10, 11, 12),
  parent: maybe(fc.constantFrom('m0', 'M 0')),
  metadata: fc.boolean(),
  tags: fc.constantFrom(0, 0, 1, 25, 26),
  details: fc.boolean(),
  isTyped: fc.boolean(),
  emptyFiles: fc.boolean(),
  isSpaced: fc.boolean(),
});

type Rules = Required<Pick<ReadRules, 'ids' | 'replies'>> & {
  readonly cleaning: Cleaning;
  readonly idPrefix?: string;
  readonly muidPrefix?: string;
};

const anyRules: fc.Arbitrary<Rules> = fc
  .record({
    ids: fc.constantFrom(...(['keep', 'map'] as const)),
    replies: fc.constantFrom(...(['metadata', 'reply', 'flat'] as const)),
    prefixes: fc.boolean(),
    cleaning: fc.record(
      {
        badOptional: fc.constantFrom(...(['drop', 'reject'] as const)),
        mentions: fc.constant('plain' as const),
        tooOld: fc.constant('leave-out' as const),
        blankText: fc.constant('leave-out' as const),
        tooLong: fc.constantFrom(...(['cut', 'split'] as const)),
        brokenText: fc.constantFrom(...(['replace', 'remove'] as const)),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ prefixes, ...rules }) => ({
    ...rules,
    ...(prefixes ? { idPrefix: 'p-', muidPrefix: 'x/' } : {}),
  }));

const uidsOf = ({ mentions }: Spoken): string[] =>
  Array.from({ length: mentions }, (_, index) => (index === 1 ? 'Uid' : `u${index}`));

/** The text in the export. */
function textOf(spoken: Spoken): string {
  const texts = {
    short: 'Hello',
    blank: ' \t',
    half: 'a\uD83D b',
    mark: 'lost \uFFFD here',
    long: `L${' wörd'.repeat(2500)}!`,
  };
  const mentions = uidsOf(spoken).map((uid) => `<@uid:${uid}>`);
  return spoken.text === 'blank' ? texts.blank : [...mentions, texts[spoken.text]].join(' ');
}

function rowOf(spoken: Spoken): Row {
  const { muid, sender, receiver, isGroup, age, deliveredAfter, parent, metadata, tags } = spoken;
  const sentAt = now - age;
  const meta = {
    ...(parent === undefined ? {} : { parentMuid: parent }),
    ...(metadata ? { a: 1 } : {}),
  };
  return {
    muid,
    sender,
    receiver,
    receiverType: isGroup ? 'group' : 'user',
    ...(spoken.isTyped ? { category: 'message', type: 'text' } : {}),
    sentAt,
    ...(spoken.details ? { senderUserDetails: { uid: sender, name: 'S', role: 'Admin' } } : {}),
    ...(deliveredAfter === undefined ? {} : { deliveredAt: sentAt + deliveredAfter }),
    ...(tags === 0 ? {} : { tags: Array.from({ length: tags }, (_, index) => `t${index}`) }),
    data: {
      text: textOf(spoken),
      ...(spoken.emptyFiles ? { attachments: [] } : {}),
      ...(parent !== undefined || metadata ? { metadata: meta } : {}),
    },
  };
}

function newId(id: string, { ids, idPrefix = '' }: Rules): string {
  return ids === 'keep' ? idPrefix + id : serviceId(idPrefix + id);
}

function detailsOf({ sender }: Spoken, rules: Rules): Row {
  return { uid: newId(sender, rules), name: 'S', role: 'admin' };
}

interface Outcome {
  readonly rejected?: readonly string[];
  /** The only record, or the first of the parts; its text is what all of them contain. */
  readonly record?: Row;
  readonly warnings?: readonly string[];
  readonly dropped?: readonly string[];
}

/** A plain reading of one message. */
function outcomeOf(spoken: Spoken, rules: Rules): Outcome {
  const { cleaning, replies, muidPrefix = '' } = rules;
  const { text, age, tags, mentions, parent, deliveredAfter } = spoken;
  const row = rowOf(spoken);
  const data = row['data'] as Row;
  const warnings: string[] = [];
  const optional = tags > 25 ? ['too-many'] : [];
  const isRejecting = cleaning.badOptional === 'reject';
  const inside = spoken.details ? [spoken.sender, 'Admin'] : [];
  const badIds = [spoken.sender, spoken.receiver, ...inside].filter(
    (id) => rules.ids === 'keep' && /[A-Z.]/.test(id),
  );
  const needed = [...badIds.map(() => 'bad-id'), ...(text === 'blank' ? ['blank-text'] : [])];

  if (mentions > 10 && text !== 'blank')
    warnings.push(cleaning.mentions === 'plain' ? 'mentions-made-plain' : 'too-many-mentions');
  if (isRejecting && optional.length > 0) return { rejected: [...needed, ...optional] };
  if (needed.length > 0) {
    const isLeftOut = needed.length === 1 && text === 'blank' && cleaning.blankText !== undefined;
    return { rejected: isLeftOut ? ['left-out-blank-text'] : [...needed, ...optional] };
  }
  if (age < 0) return { rejected: ['future-time', ...optional] };
  if (row['deliveredAt'] !== undefined && (row['deliveredAt'] as number) > now)
    return { rejected: ['future-time', ...optional] };
  if (age > 1000)
    return {
      rejected: cleaning.tooOld === undefined ? ['too-old', ...optional] : ['left-out-too-old'],
    };
  if (text === 'half' && cleaning.brokenText === undefined)
    return { rejected: ['broken-text', ...optional] };
  if (text === 'long' && cleaning.tooLong === undefined)
    return { rejected: ['data-too-large', ...optional] };

  if (text === 'half') warnings.push('text-repaired');
  if (text === 'mark')
    warnings.push(cleaning.brokenText === 'remove' ? 'text-repaired' : 'replacement-character');
  if (text === 'long') warnings.push(cleaning.tooLong === 'cut' ? 'text-cut' : 'text-split');
  if (deliveredAfter === -1) warnings.push('receipt-too-early');

  const kept = cleaning.mentions === 'plain' ? 10 : Infinity;
  let sent = data['text'] as string;
  for (const [index, uid] of uidsOf(spoken).entries())
    sent = sent.replace(`<@uid:${uid}>`, index < kept ? `<@uid:${newId(uid, rules)}>` : `@${uid}`);
  if (cleaning.brokenText === 'remove') sent = sent.replaceAll(/[\uD83D\uFFFD]/g, '');
  sent = sent.replaceAll('\uD83D', '\uFFFD');
  const meta: Row = { ...(data['metadata'] as Row | undefined) };
  if (parent !== undefined) meta['parentMuid'] = muidPrefix + parent;
  if (replies === 'flat') delete meta['parentMuid'];
  const record = {
    ...row,
    muid: muidPrefix + spoken.muid,
    sender: newId(spoken.sender, rules),
    receiver: newId(spoken.receiver, rules),
    category: 'message',
    type: 'text',
    ...(spoken.details ? { senderUserDetails: detailsOf(spoken, rules) } : {}),
    ...(tags > 25 ? { tags: (row['tags'] as string[]).slice(0, 25) } : {}),
    data: { text: sent, ...(Object.keys(meta).length > 0 ? { metadata: meta } : {}) },
  };
  return { record, warnings, dropped: optional };
}

const bytesOf = ({ data }: Row): number => Buffer.byteLength(JSON.stringify(data));

test('every message of any file has the outcome of a plain reading, under all rules', async () => {
  const anyCase = fc.record({ spoken: anySpoken, rules: anyRules });
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ spoken, rules }): Promise<void> => {
      const content = `${JSON.stringify(rowOf(spoken), undefined, spoken.isSpaced ? 1 : 0).replaceAll('\n', '')}\n`;
      const result = await read(
        { kind: 'messages', format: 'ndjson', content },
        { ...rules, oldestSentAt: oldest },
      );
      const expected = outcomeOf(spoken, rules);
      const { record } = expected;

      const rejected = result.rejected.flatMap(({ problems }) => problems.map(({ code }) => code));
      expect(rejected.toSorted()).toEqual([...(expected.rejected ?? [])].toSorted());
      if (record === undefined) {
        expect(result.records).toEqual([]);
        return;
      }

      const [first, ...others] = result.records.map((each) => each.record);
      expect(result.records.map(({ id }) => id)).toEqual(
        result.records.map((each) => each.record['muid']),
      );
      expect(result.warnings.map(({ code }) => code).toSorted()).toEqual(
        [...expected.warnings!].toSorted(),
      );
      expect(result.dropped.map(({ code }) => code)).toEqual(expected.dropped);
      const text = (record['data'] as Row)['text'] as string;
      const texts = [first!, ...others].map(({ data }) => (data as Row)['text'] as string);
      const [data, found] = [record['data'] as Row, first!['data'] as Row];
      expect({ ...first, data: { ...found, text: '' } }).toEqual({
        ...record,
        data: { ...data, text: '' },
      });
      if (spoken.text !== 'long') {
        expect(texts).toEqual([text]);
      } else if (rules.cleaning.tooLong === 'cut') {
        expect(text.startsWith(texts[0]!.slice(0, -1))).toBe(true);
        expect(texts).toEqual([expect.stringMatching(/…$/)]);
        expect(bytesOf(first!)).toBeGreaterThan(10_240 - 10);
      } else {
        expect(texts.join('')).toBe(text);
        for (const [index, part] of others.entries())
          expect(part).toEqual({
            ...record,
            muid: `${String(record['muid'])}-${index + 2}`,
            data: { text: texts[index + 1] },
            tags: undefined,
          });
        expect(result.parts).toEqual(others.map(({ muid }) => muid));
      }
      for (const { record: each } of result.records)
        expect(bytesOf(each)).toBeLessThanOrEqual(10_240);
      const isReply = spoken.parent !== undefined && rules.replies === 'reply';
      const { metadata: { parentMuid, ...meta } = {}, ...rest } = data as { metadata?: Row };
      expect(result.derived.map(({ kind, value }) => ({ kind, value }))).toEqual(
        isReply
          ? [
              {
                kind: 'replies',
                value: {
                  ...record,
                  parentMuid,
                  data: {
                    ...rest,
                    text: texts[0],
                    ...(Object.keys(meta).length > 0 ? { metadata: meta } : {}),
                  },
                },
              },
            ]
          : [],
      );
      const renames = result.renamed.map(({ from, to }) => `${from} ${to}`);
      for (const [from, to] of [
        [spoken.muid, record['muid']],
        [spoken.sender, record['sender']],
        [spoken.receiver, record['receiver']],
      ])
        expect(renames.includes(`${String(from)} ${String(to)}`)).toBe(from !== to);
    }),
    runs,
  );
});
