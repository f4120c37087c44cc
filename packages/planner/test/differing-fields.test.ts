import { expect, test } from 'vitest';
import { valuesBefore } from '../src/delta/differing-fields.ts';

test('the values before a change are kept as they were, also an empty text, zero and false', () => {
  const before = { isBanned: false, joinedAt: 0, data: { text: '', kept: 1 } };
  const after = { isBanned: true, joinedAt: 1, data: { text: 'Hi', kept: 1, metadata: { a: 1 } } };

  expect(valuesBefore('messages', before, after)).toEqual({
    isBanned: false,
    joinedAt: 0,
    'data.text': '',
    'data.metadata': null,
  });
});
