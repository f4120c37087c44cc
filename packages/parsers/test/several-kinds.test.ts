import { Readable } from 'node:stream';
import type { Kind, RecordBlock } from '@chatferry/contract';
import { type KindMapping, NO_KIND, readRecords } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { rules } from './reading.ts';

type Others = readonly NonNullable<KindMapping['when']>[] | false;

/** What one of the readings of a file with several kinds finds. */
async function reading(kind: Kind, format: 'csv' | 'ndjson', content: string, others: Others) {
  const mapping = {
    when: { what: kind },
    columns: kind === 'users' ? { id: 'uid' } : { id: 'guid', what: 'type' },
    convert: kind === 'users' ? {} : { type: { values: { groups: 'public' } } },
  } satisfies KindMapping;
  const bytes = Readable.from([Buffer.from(content)], { objectMode: false });
  const blocks: RecordBlock[] = [];
  for await (const block of readRecords(
    { file: 'all', kind, format, bytes, mapping, others },
    rules,
  ))
    blocks.push(block);
  return {
    records: blocks.reduce((sum, { records }) => sum + records, 0),
    rejected: blocks.flatMap(({ rejected }) => rejected.map(({ problems }) => problems[0]!.code)),
    ofNoKind: blocks.reduce((sum, { filtered }) => sum + (filtered?.get(NO_KIND) ?? 0), 0),
  };
}

test.each([
  ['csv', 'id,what,name\nada,users,Ada\nbob,users,\nbroken\nchess,groups,Chess\nx,rooms,X\n'],
  [
    'ndjson',
    '{"id":"ada","what":"users","name":"Ada"}\n{"id":"bob","what":"users"}\n{broken\n' +
      '{"id":"chess","what":"groups","name":"Chess"}\n{"id":"x","what":"rooms","name":"X"}\n',
  ],
] as const)(
  'each row of a %s file with several kinds counts in one of its readings',
  async (format, content) => {
    const users = await reading('users', format, content, [{ what: 'groups' }]);
    const groups = await reading('groups', format, content, false);

    const unread = format === 'csv' ? 'wrong-column-count' : 'bad-json';
    expect(users).toEqual({ records: 1, rejected: ['missing-field', unread], ofNoKind: 1 });
    expect(groups).toEqual({ records: 1, rejected: [], ofNoKind: 0 });
  },
);
