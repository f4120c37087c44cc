import { z } from 'zod';
import { commands } from '../../src/commands.ts';
import { errorResult } from '@chatferry/output/results/operating';
import { results } from '@chatferry/output/results/results';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * The JSON Schema of what the commands print with `--json`. It describes one line. Its definitions are the results, and
 * under the name of each command all lines that the command may print.
 */
export function resultsJsonSchema(): string {
  const all = [...new Set<z.ZodType>([...Object.values(results).flat(), errorResult])];
  const { definitions, ...line } = z.toJSONSchema(z.union(all), {
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      delete jsonSchema.readOnly;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as JsonSchema;
  const { $schema, ...rest } = line;
  return `${JSON.stringify(
    {
      $schema,
      title: 'What chatferry prints with --json',
      description:
        'One object a line. The definition with the name of a command describes the lines of this command.',
      ...rest,
      definitions: { ...(definitions as Record<string, JsonSchema>), ...linesByCommand() },
    },
    null,
    2,
  )}\n`;
}

function linesByCommand(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(results).map(([name, lines]) => [
      name,
      {
        description: commands[name]!.summary,
        anyOf: [...lines, errorResult].map((line) => ({
          $ref: `#/definitions/${line.meta()!.id as string}`,
        })),
      },
    ]),
  );
}
