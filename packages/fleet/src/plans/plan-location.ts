import path from 'node:path';
import { isLoopback } from '@chatferry/contract';
import { JobError } from '@chatferry/job/planned';

/** The location of a plan. */
export type PlanLocation = { readonly file: string } | { readonly url: URL };

/**
 * Reads the location of a plan: an absolute path, or an address with TLS. `${NAME}` in an address is an environment variable, so that
 * the store contains no secret.
 *
 * @throws {JobError} `bad-plan-source`, without repeating a secret
 */
export function planLocation(
  location: string,
  env: Readonly<Record<string, string | undefined>>,
): PlanLocation {
  if (path.isAbsolute(location)) return { file: location };
  if (/\?(?!\$\{\w+\}$)/.test(location))
    throw bad(
      'The address of the plan has a query, which may be a secret and would be kept in the store.',
      'Put the query into an environment variable of each worker, and name it: https://host/plan.sqlite?${NAME}.',
    );
  const url = URL.parse(expanded(location, env));
  if (url === null)
    throw bad(
      'The location of the plan is neither an absolute path nor an address.',
      'For example: /plans/plan.sqlite, or https://host/plan.sqlite.',
    );
  if (url.username !== '' || url.password !== '')
    throw bad('The address of the plan has a name or a password.', 'Leave them out.');
  if (!isAllowed(url))
    throw bad(
      `The plan is at ${url.protocol}//${url.host}: without TLS the messages could be read in transit.`,
      'Use https; plain http is for this machine only.',
    );
  return { url };
}

/** Whether content from this address cannot be read in transit. */
export function isAllowed({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function expanded(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    throw bad(
      `The address of the plan refers to the environment variable ${name}, which is not set here.`,
      'Set it where the worker runs.',
    );
  });
}

function bad(message: string, fix: string): JobError {
  return new JobError('bad-plan-source', message, fix);
}
