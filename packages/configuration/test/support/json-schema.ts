import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { keyOf, type Setting, settingNames, settings } from '../../src/index.ts';
import { configuration } from '../../src/schema/schema.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Objects with fewer keys in a table of the docs are something else. */
const FEWEST_KEYS = 3;

const docs = ['configuration.md', 'mapping.md'].map((name) =>
  readFileSync(path.join(import.meta.dirname, '../../../../docs', name), 'utf8'),
);

/**
 * The JSON Schema of `chatferry.yaml`, for editors: the zod schema, with the texts of --help and of the docs as
 * descriptions.
 */
export function configurationJsonSchema(): string {
  const schema = z.toJSONSchema(configuration, {
    io: 'input',
    reused: 'ref',
    target: 'draft-7', // what the language server for YAML knows completely
    override: listNames,
  }) as JsonSchema;
  describeKeys(schema);
  for (const name of settingNames) schema.properties![keyOf(name)] = setting(name);
  const { $schema, ...rest } = schema;
  return `${JSON.stringify({ $schema, title: 'chatferry.yaml', ...rest }, null, 2)}\n`;
}

/** Editors complete properties, but not names that a pattern allows. */
function listNames({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  const { propertyNames, additionalProperties } = jsonSchema;
  if (typeof propertyNames !== 'object' || propertyNames.enum === undefined) return;
  delete jsonSchema.propertyNames;
  jsonSchema.additionalProperties = false;
  jsonSchema.properties = Object.fromEntries(
    propertyNames.enum.map((name) => [name, structuredClone(additionalProperties!)]),
  );
}

function setting(name: (typeof settingNames)[number]): JsonSchema {
  const { help, value }: Setting = settings[name];
  const words = value?.split('|') ?? [];
  const areWords = words.every((word) => /^[a-z]+$/.test(word));
  const reference: JsonSchema = { type: 'string', pattern: String.raw`\$\{\w+\}` };
  if (!areWords) return { description: help, type: ['string', 'number'] };
  const listed: JsonSchema =
    value === undefined ? { type: 'boolean' } : { type: 'string', enum: words };
  return { description: help, anyOf: [listed, reference] };
}

/** Adds the description of each key that a table of the docs has. */
function describeKeys(schema: JsonSchema): void {
  const keys = Object.keys(schema.properties ?? {});
  for (const table of tables()) {
    if (keys.filter((key) => table.has(key)).length < FEWEST_KEYS) continue;
    for (const key of keys)
      if (table.has(key))
        schema.properties![key] = describing(
          schema.properties![key] as JsonSchema,
          table.get(key)!,
        );
  }
  for (const inner of Object.values(schema))
    if (Array.isArray(inner)) inner.filter(isSchema).forEach(describeKeys);
    else if (isSchema(inner)) describeKeys(inner);
}

function describing(schema: JsonSchema, description: string): JsonSchema {
  return { description, ...schema };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Key → text, for each table of the docs whose first column holds keys. */
function tables(): Map<string, string>[] {
  return docs
    .flatMap((page) => page.split(/\n\n/))
    .filter((block) => block.startsWith('| Key'))
    .map((table) => {
      const rows = table
        .split('\n')
        .slice(2)
        .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
      return new Map(
        rows.flatMap((cells) =>
          [...cells[1]!.matchAll(/`(\w+)`/g)].map(([, key]) => [key!, plain(cells.at(-2)!)]),
        ),
      );
    });
}

function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(String.raw`\|`, '|');
}
