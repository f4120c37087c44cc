import type { z } from 'zod';
import { didYouMean } from '../arguments/closest.ts';

/** One finding about the configuration as a sentence. `keys` are those of its top level. */
export function explainIssue(issue: z.core.$ZodIssue, keys: readonly string[]): string {
  const where = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    if (where !== '') return `${where} has no key '${issue.keys.join("', '")}'.`;
    return `there is no key '${issue.keys[0]}'.${didYouMean(issue.keys[0]!, keys)}`;
  }
  if (where === '') return 'needs keys and values, such as region: eu.';
  if (issue.code === 'invalid_union') {
    const best = issue.errors.flat().find((each) => each.path.length > 0);
    if (best !== undefined)
      return explainIssue({ ...best, path: [...issue.path, ...best.path] }, keys);
    return `${where} is none of the things it may be.`;
  }
  const said = issue.message.replace(/^Invalid input: /, '');
  return `${where}: ${said.endsWith('.') ? said : `${said}.`}`;
}
