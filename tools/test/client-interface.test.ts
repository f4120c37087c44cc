import {
  fieldSummary,
  fieldSummaryKeys,
  nestedFieldKey,
  nestedFieldKeys,
  nestedFieldSummary,
  type OperationName,
  operations,
} from '@chatferry/contract';
import { expect, test } from 'vitest';
import { type RequestField, requestFields } from '../src/client-interface/request-fields.ts';
import { clientInterface } from '../src/client-interface.ts';

const written = clientInterface();

test('a deprecated operation is marked for editors, with its replacement', () => {
  expect(written).toMatch(
    /@deprecated Use users\.conversation\.get or groups\.conversation\.get\.\n\s*\*\/\n\s*readonly get: Operate<'conversations\.get'/,
  );
});

const names = Object.keys(operations) as OperationName[];
const fieldsOf = (name: OperationName): string[] =>
  Object.values(requestFields(operations[name])).flatMap((fields) =>
    fields.map((field) => field.name),
  );

/** Each inner field, with the name of the outer one. */
function nestedIn(fields: readonly RequestField[]): (readonly [parent: string, field: string])[] {
  return fields.flatMap(({ name, inner }) => [
    ...inner.map((field) => [name, field.name] as const),
    ...nestedIn(inner),
  ]);
}
const nested = names.flatMap((name) =>
  nestedIn(Object.values(requestFields(operations[name])).flat()),
);

test('each field inside another one has a comment, and each comment is used', () => {
  expect(nested.filter((field) => nestedFieldSummary(...field) === undefined)).toEqual([]);
  const used = new Set(nested.map((field) => nestedFieldKey(...field)));
  expect(nestedFieldKeys.filter((key) => !used.has(key))).toEqual([]);
});

test.each([
  ['the text of a message', 'MessagesSendComments', 'data', 'text'],
  ['an attachment', 'MessagesSendComments', 'data', 'attachments', 'mimeType'],
  ['a user of an import', 'DataImportUsersComments', 'users', 'lastActiveAt'],
  [
    'a user inside a message of an import',
    'DataImportMessagesComments',
    'messages',
    'senderUserDetails',
    'uid',
  ],
])('editors find a comment on %s', (_, ...path) => {
  const nesting = path.map((name) => `\\b${name}\\b(?:(?!\\n\\}).)*?`).join('');

  expect(written).toMatch(new RegExp(`interface ${nesting}`, 's'));
});

test.each(names)('each field of %s has a comment', (name) => {
  expect(fieldsOf(name).filter((field) => fieldSummary(name, field) === undefined)).toEqual([]);
});

test('each comment on a field is used', () => {
  const used = new Set(
    names.flatMap((name) => fieldsOf(name).map((field) => fieldSummary(name, field))),
  );
  const unused = fieldSummaryKeys.filter((key) => {
    const parts = key.split('.');
    const field = parts.pop()!;
    const name = parts.join('.') as OperationName;
    return parts.length === 0
      ? !names.some((one) => fieldsOf(one).includes(field))
      : !(name in operations && fieldsOf(name).includes(field));
  });

  expect(unused).toEqual([]);
  expect(used.size).toBeGreaterThan(100);
});
