import { describe, expect, test } from 'vitest';
import { forums } from './support/forum.ts';
import { startFollowRig, SENT } from './support/follow-rig.ts';

const START = `
  INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL), ('cy', 'Cy', NULL);
  INSERT INTO rooms VALUES ('den', 'Den');
  INSERT INTO seats VALUES ('den', 'ann', 'admin'), ('den', 'bob', 'participant'), ('den', 'cy', 'participant');
  INSERT INTO posts VALUES
    (1, 'den', 'ann', NULL, ${SENT}, 'one'), (2, NULL, 'bob', 'ann', ${SENT + 1}, 'two'),
    (3, 'den', 'bob', NULL, ${SENT + 2}, 'three');
`;

describe.each(forums)('$title', ({ open }) => {
  test('what changes in the database is sent, record by record', async () => {
    await using rig = await startFollowRig(open);
    await rig.forum.exec(START);
    await rig.sendBulk();
    const first = await rig.follow();
    await rig.forum.exec(`
      INSERT INTO people VALUES ('dot', 'Dot', NULL);
      UPDATE people SET name = 'Bobby' WHERE id = 'bob';
      UPDATE people SET left_at = ${SENT + 50} WHERE id = 'cy';
      INSERT INTO seats VALUES ('den', 'dot', 'participant');
      DELETE FROM seats WHERE person = 'cy';
      INSERT INTO posts VALUES (4, 'den', 'dot', NULL, ${SENT + 3}, 'four');
      UPDATE posts SET body = 'two, edited' WHERE id = 2;
      DELETE FROM posts WHERE id = 3;
    `);
    const second = await rig.follow();

    expect(first).toMatchObject({ segments: 1, waiting: 0, reason: undefined });
    expect(second).toMatchObject({ segments: 2, waiting: 0, reason: undefined });
    expect(rig.held).toEqual({
      users: { ann: 'Ann', bob: 'Bobby', cy: 'Cy (left)', dot: 'Dot' },
      groups: { den: 'Den' },
      members: ['den ann', 'den bob', 'den dot'],
      messages: { 1: 'one', 2: 'two, edited', 4: 'four' },
    });
  });
});
