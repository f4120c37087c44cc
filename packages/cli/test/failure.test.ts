import { expect, test } from 'vitest';
import { explainFailure } from '../src/failure.ts';
import { Refusal } from '../src/refusal.ts';

const cause = new Refusal('The cause.', 'Fix it.');
const later = new Refusal('Cleaning up failed.');
const bug = new Error('A bug while cleaning up.');

test.each([
  ['another expected one', new SuppressedError(later, cause)],
  ['a bug', new SuppressedError(bug, cause)],
  ['two more', new SuppressedError(later, new SuppressedError(bug, cause))],
])('an error that %s follows while it is cleaned up is the one that is explained', (_, error) => {
  expect(explainFailure(error, '1.0')).toMatchObject({
    outcome: 'refused',
    message: ['The cause.'],
    fix: ['Fix it.'],
  });
});

test('a bug is shown with its own stack, unless cleaning up after it fails in a way that is known', () => {
  expect(explainFailure(new SuppressedError(later, bug), '1.0')).toMatchObject({
    outcome: 'refused',
    message: ['Cleaning up failed.'],
  });
  const { outcome, fix } = explainFailure(new SuppressedError(new Error('Other.'), bug), '1.0');
  expect(outcome).toBe('bug');
  expect(fix.join('\n')).toContain('A bug while cleaning up.');
});
