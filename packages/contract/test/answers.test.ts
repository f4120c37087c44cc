import { readError, readImportAnswer } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';

const entity = { uid: 'ada', name: 'Ada' };

function said(data: object) {
  return { success: true, data };
}

describe('import answers', () => {
  test.each<[string, unknown]>([
    ['as now documented', { data: { ada: { success: true, data: entity } } }],
    [
      'nested twice, as once documented',
      { data: { ada: { success: true, data: { data: entity } } } },
    ],
  ])('the entity is found %s', (_, body) => {
    expect(readImportAnswer(body)).toEqual(new Map([['ada', { landed: true, entity }]]));
  });

  test.each([{ success: true }, { success: true, data: [] }, { success: true, data: null }])(
    'a record landed without an entity to show for it: %j',
    (landed) => {
      expect(readImportAnswer({ data: { ada: landed } }).get('ada')).toEqual({
        landed: true,
        entity: undefined,
      });
    },
  );

  test('a record that did not land has a code and a sentence', () => {
    const error = { code: 'ERR_UID_ALREADY_EXISTS', message: 'It exists.', details: {} };

    const answers = readImportAnswer({ data: { ada: { success: false, error }, bob: { error } } });

    const expected = { landed: false, code: 'ERR_UID_ALREADY_EXISTS', message: 'It exists.' };
    expect([...answers]).toEqual([
      ['ada', expected],
      ['bob', expected],
    ]);
  });

  test('a refusal without a reason is one all the same', () => {
    expect(readImportAnswer({ data: { ada: { success: false } } }).get('ada')).toEqual({
      landed: false,
      code: 'UNKNOWN',
      message: 'The service gave no reason.',
    });
  });

  test('what says nothing that can be read is not in the result', () => {
    const body = { data: { ada: {}, bob: null, cy: 'ok', dot: entity, eve: { success: 'true' } } };

    expect(readImportAnswer(body).size).toBe(0);
  });

  test.each([undefined, null, '', [], {}, { data: [] }, { data: null }, { error: { code: 'X' } }])(
    '%j answers nothing',
    (body) => {
      expect(readImportAnswer(body).size).toBe(0);
    },
  );

  test('a list in place of the object is told apart by the entities', () => {
    const body = {
      data: [
        said({ muid: '0', id: '17' }),
        said({ guid: 'go', uid: 'ada' }),
        said({ uid: 'bob' }),
        { success: false, error: { code: 'ERR_BAD_REQUEST' } },
      ],
    };

    expect([...readImportAnswer(body).keys()]).toEqual(['0', 'go_member_ada', 'bob', '3']);
  });
});

test.each([
  [{ error: { code: 'C', message: 'M', details: { a: 1 } } }, 'C', 'M', { a: 1 }],
  [{ code: 'C', message: 'M' }, 'C', 'M', undefined],
  [{ error: 'broken' }, undefined, undefined, undefined],
  ['<html>', undefined, undefined, undefined],
])('an error body of %j', (body, code, message, details) => {
  expect(readError(body)).toEqual({ code, message, details });
});
