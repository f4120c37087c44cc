import { expect, test } from 'vitest';
import { KnownUsers } from '../src/rows/known-users.ts';

const place = { file: 'a.json', line: 1 };

test.each([
  ['the later one', 1, 2, 'second'],
  ['of the same time the one that is read last', 2, 2, 'second'],
  ['the later one, although it is read first', 3, 2, 'first'],
  ['one with a time, although one without is read after it', 1, 0, 'first'],
  ['of those without a time the first', 0, 0, 'first'],
])('of two records about a user %s counts', (_, first, second, name) => {
  const users = new KnownUsers();
  users.add('u', place, first, { name: 'first', createdAt: 7 });
  users.add('u', place, second, { name: 'second' });

  expect([users.nameOf('u'), users.createdAtOf('u')]).toEqual([name, 7]);
});

test.each([
  ['the latest name counts', 5, 7, 'second'],
  ['the latest name counts, although it is read first', 7, 5, 'first'],
  ['of names without a time the last one counts', 0, 0, 'second'],
])(
  'of users whom records name, %s; a record without a name changes none',
  (_, one, other, name) => {
    const users = new KnownUsers();
    users.addNamed('u', place, one, { name: 'first' });
    users.addNamed('u', place, 10, { tags: ['bot'] });
    users.addNamed('u', place, other, { name: 'second' });

    expect([users.nameOf('u'), users.ownNameOf('u')]).toEqual([name, name]);
    expect([users.nameOf('v'), users.ownNameOf('v')]).toEqual(['v', undefined]);
  },
);
