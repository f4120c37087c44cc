import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

const file = path.join(import.meta.dirname, '../../chatferry.results.schema.json');

let schema: Ajv | undefined;

/** Compares each line that a command has printed with --json with the JSON Schema of results. */
export function checkResults(command: string, out: string): void {
  // To optimise the code of the checks would take longer than all checks of a worker.
  schema ??= new Ajv({
    validateFormats: false,
    allowUnionTypes: true,
    code: { optimize: false },
  }).addSchema(JSON.parse(readFileSync(file, 'utf8')) as object, 'results');
  const check = schema.getSchema(`results#/definitions/${command}`) as ValidateFunction | undefined;
  if (check === undefined) throw new Error(`The schema of results has no ${command}.`);
  for (const line of out.split('\n').filter((each) => each !== '')) {
    if (check(JSON.parse(line))) continue;
    throw new Error(`Not as the schema of results describes ${command}: ${line}\n${why(check)}`);
  }
}

function why({ errors }: ValidateFunction): string {
  return (errors ?? [])
    .map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
    .join('\n');
}
