import { expect, test } from 'vitest';
import { fixableErrors, isFixable } from '../src/index.ts';

class MapError extends fixableErrors<'torn'>('MapError') {}
class TimeError extends fixableErrors<'late', string | undefined>('TimeError') {}

test('an error has its code, its fix, its lines and its cause, and differs from the errors of other packages', () => {
  const cause = new Error('The wind was strong.');
  const error = new MapError('torn', ['The map is torn:', '  in two'], 'Glue it.', { cause });

  expect(error).toMatchObject({ code: 'torn', fix: 'Glue it.', name: 'MapError', cause });
  expect(error.message).toBe('The map is torn:\n  in two');
  expect(error.lines).toEqual(['The map is torn:', '  in two']);
  expect([error instanceof MapError, error instanceof TimeError]).toEqual([true, false]);
  expect(new TimeError('late', 'It is late.', undefined).lines).toEqual(['It is late.']);
  expect('cause' in new TimeError('late', 'It is late.', undefined, { cause: undefined })).toBe(
    false,
  );
});

test('what to do is known of errors of chatferry only', () => {
  const ofTheSystem = Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  const late = new TimeError('late', 'It is late.', undefined);

  expect([late, ofTheSystem, { code: 'late', fix: '', lines: [] }].map(isFixable)).toEqual([
    true,
    false,
    false,
  ]);
});
