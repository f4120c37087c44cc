import { existsSync } from 'node:fs';
import { isObject } from '@chatferry/contract';
import { readCode } from '@chatferry/parsers';
import { Refusal } from '@chatferry/contract/refusal';
import { explainIssue } from './explain-issue.ts';
import { type Configuration, configuration } from '../schema/schema.ts';

const FIX = 'docs/configuration.md lists every key and its values.';

/**
 * Reads a configuration in code. Each `transform` is replaced by its file and path, from which threads load the function.
 *
 * @throws {Refusal} @throws {CodeError}
 */
export async function readCodeConfiguration(name: string): Promise<Configuration> {
  if (!existsSync(name))
    throw new Refusal(
      `The configuration ${name} cannot be read: ENOENT.`,
      'Check the path given with --config.',
    );
  const { value, functions, sha256 } = await readCode(name);
  if (!isObject(value) || Array.isArray(value))
    throw new Refusal(
      `${name}: the default export is no configuration.`,
      'Write: export default defineConfig({ … });',
    );
  const misplaced = functions.filter((at) => !isPlaceOfTransform(at));
  if (misplaced.length > 0)
    throw new Refusal(
      misplaced.map((at) => `${name}: ${at.join('.')} is a function.`),
      'Only transform of a kind can be one.',
    );
  const parsed = configuration.safeParse(value);
  if (!parsed.success) {
    const keys = Object.keys(configuration.shape);
    const found = parsed.error.issues.map((issue) => `${name}: ${explainIssue(issue, keys)}`);
    throw new Refusal(found, FIX);
  }
  for (const at of functions) {
    let place: Record<string, unknown> = parsed.data;
    for (const key of at.slice(0, -1)) place = place[key] as Record<string, unknown>;
    place['transform'] = { file: name, sha256, at };
  }
  return parsed.data;
}

/** Such as `kinds.users.transform`, `files.x.csv.transform`, `files.x.json.kinds.users.transform`, `files.x.json.kinds.users.0.transform`. */
function isPlaceOfTransform([table, name, ...rest]: readonly string[]): boolean {
  if (table === undefined || name === undefined || rest.at(-1) !== 'transform') return false;
  const isOfKind = rest.length === 1 && (table === 'kinds' || table === 'files');
  const hasKinds = table === 'files' || table === 'sources';
  return isOfKind || (hasKinds && rest.length >= 3 && rest[0] === 'kinds');
}
