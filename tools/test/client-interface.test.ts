import {
  fieldSummary,
  fieldSummaryKeys,
  type OperationName,
  operations,
} from '@chatferry/contract';
import { expect, test } from 'vitest';
import { requestFields } from '../src/client-interface/request-fields.ts';
import { clientInterface, writtenInterface } from '../src/client-interface.ts';

test("the client's operations have the comments that follow from the table", () => {
  expect(writtenInterface()).toBe(clientInterface());
});

test('a deprecated operation is marked for editors, with what to call in its place', () => {
  expect(writtenInterface()).toMatch(
    /@deprecated Use users\.conversation\.get or groups\.conversation\.get\.\n\s*\*\/\n\s*readonly get: Operate<'conversations\.get'/,
  );
});

const names = Object.keys(operations) as OperationName[];
const fieldsOf = (name: OperationName): string[] =>
  Object.values(requestFields(operations[name])).flat();

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
