import type { z } from 'zod';
import { didYouMean } from '@chatferry/contract';

/** The requirements of YAML values, by type. */
const needs: Readonly<Record<string, string>> = {
  array: 'needs a list, such as [a, b]',
  record: 'needs keys and values, such as { key: value }',
  object: 'needs keys and values, such as { key: value }',
  string: 'needs a text',
};

/** The issue itself. If a value fits none of several forms: the issue with the form that fits best. */
export function innermostIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return issue;
  const choices = issue.errors.flat();
  const best = choices.find(({ path }) => path.length > 0) ?? choices[0];
  if (best === undefined) return issue;
  return innermostIssue({ ...best, path: [...issue.path, ...best.path] });
}

/** Describes one fault of the configuration in a sentence. @param keys the keys of the top level */
export function explainIssue(outer: z.core.$ZodIssue, keys: readonly string[]): string {
  const issue = innermostIssue(outer);
  const where = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    if (issue.keys.includes('transform'))
      return `${where === '' ? '' : `${where}.`}transform has to be a function of a kind, in chatferry.config.ts.`;
    if (
      where === 'sources' &&
      issue.keys.some((key) => /^(?:postgres|mysql|sqlite|dump)$/.test(key))
    )
      return 'sources has a database: write it as an entry of a list, with "- " before its first key, and the options of systems as another entry, such as - slack: { systemMessages: text }.';
    if (where !== '') return `${where} has no key '${issue.keys.join("', '")}'.`;
    return `there is no key '${issue.keys[0]}'.${didYouMean(issue.keys[0]!, keys)}`;
  }
  if (where === '') return 'needs keys and values, such as region: eu.';
  const message = issue.message
    .replace(
      /^Invalid input: expected string, received (number|boolean|null|Date)$/,
      'needs a text: put the value in quotes, such as "04"',
    )
    .replace(/^Invalid (input|option): /, '')
    .replace(/^expected (array|record|object|string), .*$/, (_, type: string) => needs[type]!)
    .replaceAll('"|"', ', ')
    .replaceAll('"', '');
  return `${where}: ${message.endsWith('.') ? message : `${message}.`}`;
}
