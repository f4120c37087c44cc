import { errorText, readError, readImportAnswer } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';

const entity = { uid: 'ada', name: 'Ada' };

function said(data: object) {
  return { success: true, data };
}

describe('import answers', () => {
  test.each<[string, unknown]>([
    ['as now documented', { data: { ada: { success: true, data: entity } } }],
    [
      'nested twice, as documented earlier',
      { data: { ada: { success: true, data: { data: entity } } } },
    ],
  ])('the entity is found %s', (_, body) => {
    expect(readImportAnswer(body)).toEqual(new Map([['ada', { landed: true, entity }]]));
  });

  test.each([{ success: true }, { success: true, data: [] }, { success: true, data: null }])(
    'a record landed although the answer has no entity: %j',
    (landed) => {
      expect(readImportAnswer({ data: { ada: landed } }).get('ada')).toEqual({
        landed: true,
        entity: undefined,
      });
    },
  );

  test('a record that did not land has a code and a message', () => {
    const error = { code: 'ERR_UID_ALREADY_EXISTS', message: 'It exists.', details: {} };

    const answers = readImportAnswer({ data: { ada: { success: false, error }, bob: { error } } });

    const expected = { landed: false, code: 'ERR_UID_ALREADY_EXISTS', message: 'It exists.' };
    expect([...answers]).toEqual([
      ['ada', expected],
      ['bob', expected],
    ]);
  });

  test('the details of a refusal are part of its message, and their own field', () => {
    const error = {
      code: 'ERR_BAD_REQUEST',
      message: 'See details.',
      details: { name: ['Too long.', 'Blank.'], 'tags.0': 'Not a text.' },
    };

    expect(readImportAnswer({ data: { ada: { success: false, error } } }).get('ada')).toEqual({
      landed: false,
      code: 'ERR_BAD_REQUEST',
      message: 'See details. name: Too long. Blank. tags.0: Not a text.',
      details: { name: ['Too long.', 'Blank.'], 'tags.0': ['Not a text.'] },
    });
  });

  test.each([{ success: false, error: 'The disk is gone.' }, { error: 'The disk is gone.' }])(
    'an error that is a plain text becomes the message: %j',
    (refused) => {
      expect(readImportAnswer({ data: { ada: refused } }).get('ada')).toEqual({
        landed: false,
        code: 'UNKNOWN',
        message: 'The disk is gone.',
      });
    },
  );

  test('a refusal without a reason is still a refusal', () => {
    expect(readImportAnswer({ data: { ada: { success: false } } }).get('ada')).toEqual({
      landed: false,
      code: 'UNKNOWN',
      message: 'The service gave no reason.',
    });
  });

  test('an entry that cannot be read is not in the result', () => {
    const body = { data: { ada: {}, bob: null, cy: 'ok', dot: entity, eve: { success: 'true' } } };

    expect(readImportAnswer(body).size).toBe(0);
  });

  test.each([undefined, null, '', [], {}, { data: [] }, { data: null }, { error: { code: 'X' } }])(
    '%j answers nothing',
    (body) => {
      expect(readImportAnswer(body).size).toBe(0);
    },
  );

  const list = {
    data: [
      said({ muid: '0', id: '17', data: { text: 'Hi', muid: 'not this' } }),
      said({ guid: 'go', uid: 'ada' }),
      said({ uid: 'bob' }),
      { success: false, error: { code: 'ERR_BAD_REQUEST' } },
    ],
  };

  test('the entities of a list instead of the object are identified by their ids', () => {
    expect([...readImportAnswer(list).keys()]).toEqual(['0', 'go_member_ada', 'bob']);
  });

  test.each([
    { kind: 'users', entity: { uid: 'ada', metadata: { guid: 'x' } }, id: 'ada' },
    { kind: 'groups', entity: { guid: 'go', uid: 'owner' }, id: 'go' },
    { kind: 'members', entity: { guid: 'go', uid: 'ada', scope: 'admin' }, id: 'go_member_ada' },
    { kind: 'messages', entity: { muid: 'm1', data: { text: 'Hi' } }, id: 'm1' },
    { kind: 'messages', entity: { data: { muid: 'm1', data: { text: 'Hi' } } }, id: 'm1' },
  ] as const)('of $kind in a list, $entity is recognised', ({ kind, entity: one, id }) => {
    const body = { data: [said(one), said({ [kind === 'users' ? 'uid' : 'muid']: 'other' })] };

    const answers = readImportAnswer(body, { kind, ids: ['zoe', 'max', id] });

    expect(answers.get(id)).toMatchObject({ landed: true });
  });

  test('an id that is a number in a list is that of the record', () => {
    const body = { data: [said({ uid: 17 }), said({ uid: 4 })] };

    expect([...readImportAnswer(body, { kind: 'users', ids: ['4', '17', 'x'] }).keys()]).toEqual([
      '17',
      '4',
    ]);
  });

  test('a refusal in a list is identified by its position if all entities are at their positions', () => {
    const refused = { success: false, error: { code: 'ERR_BAD_REQUEST' } };
    const [ada, bob] = [said({ uid: 'ada' }), said({ uid: 'bob' })];
    expect(keys([ada, refused, bob], ['ada', 'cy', 'bob'])).toEqual(['ada', 'cy', 'bob']);
    expect(keys([bob, refused, ada], ['ada', 'cy', 'bob'])).toEqual(['bob', 'ada']);
    expect(keys([ada, refused], ['ada', 'cy', 'bob'])).toEqual(['ada']);
    expect(keys([{ success: true }], ['ada'])).toEqual(['ada']);
  });
});

test.each([
  [{ error: { code: 'C', message: 'M', details: { a: 1 } } }, 'C', 'M', { a: 1 }],
  [{ code: 'C', message: 'M' }, 'C', 'M', undefined],
  [{ error: 'broken' }, undefined, 'broken', undefined],
  [{ error: { code: 17, message: ['M'] } }, undefined, undefined, undefined],
  ['<html>', undefined, undefined, undefined],
])('an error body of %j', (body, code, message, details) => {
  expect(readError(body)).toEqual({ code, message, details });
});

test.each([
  [{ message: 'M', details: undefined }, 'M'],
  [{ message: 'M', details: null }, 'M'],
  [{ message: undefined, details: 'D' }, 'D'],
  [{ message: undefined, details: { name: ['Too long.', 7] } }, 'name: Too long. 7'],
  [{ message: undefined, details: undefined }, undefined],
])('the text of %j', (error, text) => {
  expect(errorText(error)).toBe(text);
});

test('a group is not recognised as a membership of its owner, nor a membership without a group as one', () => {
  const body = {
    data: [said({ name: 'x', guid: 'go', uid: 'ada' }), said({ uid: 'ada', guid: 7 })],
  };

  expect([...readImportAnswer(body, { kind: 'users', ids: ['x', 'y', 'z'] }).keys()]).toEqual([
    'ada',
  ]);
  expect([...readImportAnswer(body, { kind: 'members', ids: ['x', 'y', 'z'] }).keys()]).toEqual([
    'go_member_ada',
  ]);
});

/** The records that an answer for users identifies, in its order. */
function keys(data: object[], ids: string[]): string[] {
  return [...readImportAnswer({ data }, { kind: 'users', ids }).keys()];
}
