import { expect, test } from 'vitest';
import { madeLines } from '../src/accounting/made-lines.ts';

test('kinds that are made in the same way say how only once', () => {
  const counts = {
    userUpdates: { madeBy: { after: 1 } },
    groupUpdates: { madeBy: { after: 2 } },
    descriptions: { madeBy: { description: 3 } },
  };

  const [line] = madeLines(counts);

  expect(line).toContain('1 user update, 2 group updates of what has changed since an earlier job');
  expect(line).toContain('3 group descriptions made from description of groups');
});
