import type { z } from 'zod';
import { resultsJsonSchema } from './results-schema.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Definitions = Readonly<Record<string, JsonSchema>>;

const start = `# Results as JSON

With \`--json\` every command prints one JSON object a line on stdout, and nothing else. Progress that is for people, warnings and the text of errors
go to stderr. Times are in ISO 8601, UTC. A property without a value is absent; of numbers by kind, kinds with nothing in them are left out.

- The last line is the result, except for \`worker\`, which prints a log. Its \`next\` lists the commands that make sense now, with their options.
- A command that ends with an error prints an [ErrorResult](#errorresult) as its last line, whatever came before.
- \`npm\` installs the same description for programs, as JSON Schema: \`chatferry/chatferry.results.schema.json\`. Its definition
  with the name of a command, such as \`#/definitions/plan\`, describes every line that this command prints.

`;

/** The page of the docs about what \`--json\` prints, from the JSON Schema. */
export function resultsPage(): string {
  const { definitions } = JSON.parse(resultsJsonSchema()) as { readonly definitions: Definitions };
  const names = Object.keys(definitions);
  const commands = names.filter(isCommand).map((name) => commandLine(name, definitions[name]!));
  const results = names
    .filter((name) => !isCommand(name))
    .map(
      (name) =>
        `\n## ${name}\n\n${definitions[name]!.description}\n${propertyLines(definitions[name]!)}`,
    );
  return `${start}${commands.join('\n')}\n${results.join('')}`;
}

function isCommand(name: string): boolean {
  return /^[a-z]/.test(name);
}

/** A command, and the lines that it may print apart from an error. */
function commandLine(name: string, { anyOf }: JsonSchema): string {
  const lines = anyOf!.map((each) => link(each)).filter((each) => !each.includes('Error'));
  return `- \`${name}\`: ${lines.join(', ')}`;
}

function propertyLines(schema: JsonSchema): string {
  const lines = linesOf(schema, '');
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

/** A line for each property, and below it for those of the object, the objects of the list, or of each kind. */
function linesOf({ properties, anyOf, required = [] }: JsonSchema, indent: string): string[] {
  if (anyOf !== undefined)
    return anyOf.flatMap((each) => {
      const { at: _, type, ...others } = (each.properties ?? {}) as Record<string, JsonSchema>;
      const name = type?.const ?? 'any';
      const lines = linesOf({ ...each, properties: others }, `${indent}  `);
      return type === undefined ? [] : [`${indent}- \`${String(name)}\``, ...lines];
    });
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).flatMap(
    ([name, inner]) => {
      const optional = required.includes(name) ? '' : ' (may be absent)';
      return [
        `${indent}- \`${name}\`${optional}: ${textOf(inner)}`,
        ...linesOf(contentOf(inner), `${indent}  `),
      ];
    },
  );
}

function contentOf(schema: JsonSchema): JsonSchema {
  const { items, additionalProperties } = schema;
  if (typeof items === 'object' && !Array.isArray(items)) return items;
  if (typeof additionalProperties === 'object') return additionalProperties;
  return schema.properties === undefined ? {} : schema;
}

/** The description, with the words that a value can be, and the definition that it has. */
function textOf(schema: JsonSchema): string {
  const { description = '', enum: choices, const: only } = schema;
  const words = only === undefined ? choices : [only];
  const listed =
    words === undefined
      ? ''
      : `${only === undefined ? ' One of' : ' Always'} ${words.map((each) => `\`${String(each)}\``).join(', ')}.`;
  const named = [schema, contentOf(schema), ...(schema.allOf ?? [])]
    .map(link)
    .find((each) => each !== '');
  return (
    [description, named === undefined ? '' : `See ${named}.`]
      .filter((each) => each !== '')
      .join(' ') + listed
  );
}

function link({ $ref }: JsonSchema): string {
  const name = $ref?.split('/').at(-1);
  return name === undefined ? '' : `[${name}](#${name.toLowerCase()})`;
}
