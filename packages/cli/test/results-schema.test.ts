import path from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../src/commands.ts';
import { results } from '@chatferry/output/results/results';
import { configurationJsonSchema } from '../../configuration/test/support/json-schema.ts';
import { resultsPage } from './support/results-page.ts';
import { resultsJsonSchema } from './support/results-schema.ts';

const file = path.join(import.meta.dirname, '../chatferry.results.schema.json');

const page = path.join(import.meta.dirname, '../../../docs/results.md');

// After a change of a result: npm run schema.
test('the JSON Schema of results is that of the code', async () => {
  await expect(resultsJsonSchema()).toMatchFileSnapshot(file);
});

test('the page of the docs about results is that of the schema', async () => {
  await expect(resultsPage()).toMatchFileSnapshot(page);
});

test('every command takes --json, and its results are in the schema', async () => {
  expect(Object.keys(results)).toEqual(Object.keys(commands));

  const without = await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) =>
      (await load()).options.includes('json') ? [] : [name],
    ),
  );
  expect(without.flat()).toEqual([]);
});

test.each([
  ['chatferry.schema.json', configurationJsonSchema],
  ['chatferry.results.schema.json', resultsJsonSchema],
])('every property in %s is described', (name, schema) => {
  const whole = JSON.parse(schema()) as Described;

  expect(undescribed(whole, whole.definitions!, name)).toEqual([]);
});

interface Described {
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly definitions?: Readonly<Record<string, Described>>;
}

/** The places of properties that have a description neither of their own nor by their definition. */
function undescribed(
  schema: unknown,
  definitions: NonNullable<Described['definitions']>,
  at: string,
): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as Described;
  const textOf = ({ description, $ref }: Described): string | undefined =>
    description ?? ($ref === undefined ? undefined : textOf(definitions[$ref.split('/').at(-1)!]!));
  return [
    ...Object.keys(properties)
      .filter((name) => (textOf(properties[name]!) ?? '').length < 4)
      .map((name) => `${at}/${name}`),
    ...Object.entries(schema).flatMap(([key, inner]) =>
      undescribed(inner, definitions, `${at}/${key}`),
    ),
  ];
}
