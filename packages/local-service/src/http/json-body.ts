import { parseJson } from '@chatferry/contract';
import { badField } from '../terms/service-problem.ts';

/** Deeper bodies are refused, because serialisation and SQLite's JSON functions have limits of their own. */
const MOST_LEVELS = 256;

/**
 * The JSON of a request body; long numbers keep their digits.
 *
 * @param type the content type; JSON when the request states none
 * @throws {ServiceProblem} `ERR_BAD_REQUEST`
 */
export function parseBody(text: string, type: string = 'application/json'): unknown {
  if (type.startsWith('multipart/'))
    throw badField(
      'content-type',
      'No file is stored here: send application/json, with the address of each file in data.attachments.',
    );
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type))
    throw badField('content-type', `It is ${type}: send application/json.`);
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    throw badField('body', 'The body is not valid JSON.');
  }
  if (isDeeperThan(body, MOST_LEVELS))
    throw badField('body', `The body is nested deeper than ${MOST_LEVELS} levels.`);
  return body;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
