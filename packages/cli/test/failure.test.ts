import { expect, test } from 'vitest';
import { explainFailure } from '../src/terms/failure.ts';
import { optionHint } from '../src/terms/option-hints.ts';
import { Refusal } from '@chatferry/contract/refusal';

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

function stdin(path: string, kind: string, format: string): string {
  return `Or send it through stdin: cat ${path} | chatferry plan - --kind ${kind} --format ${format}`;
}

test('the hint of an error depends on its path only where it names the file', () => {
  const paths = [undefined, 'people.txt', 'old/users.csv.gz'];

  expect(paths.map((path) => optionHint('not-a-file', path))).toEqual([
    undefined,
    stdin('people.txt', 'messages', 'ndjson'),
    stdin('old/users.csv.gz', 'users', 'csv'),
  ]);
  expect(optionHint('nothing-recognised', 'export')).toContain('chatferry init proposes them');
  for (const path of paths)
    expect(
      ['no-plan', 'key-refused', 'broken-file', 'toString', 'other', undefined].map((code) =>
        optionHint(code, path),
      ),
    ).toEqual([
      'Name the job folder with --job DIR.',
      'The key belongs in the environment variable CHATFERRY_API_KEY.',
      undefined, // Most such files are damaged, whatever their format is.
      undefined,
      undefined,
      undefined,
    ]);
});
