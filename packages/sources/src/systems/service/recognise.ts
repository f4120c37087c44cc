import { isObject } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import type { JsonBeginning } from '../../reading/json-beginning.ts';
import { jsonEntries, recogniseJson } from '../../reading/json-entries.ts';
import { kindOf, pageIn } from './entities.ts';

/** The rule by which lists are recognised; undefined for what is not one. */
export async function recogniseService(archive: Archive): Promise<string | undefined> {
  return recogniseJson(archive, jsonEntries(archive), whatItHas);
}

const proof = new Set(['user', 'group', 'message', 'reaction', 'conversation']);

function whatItHas(beginning: JsonBeginning): string | undefined {
  const [first] = pageIn(beginning) ?? [];
  const kind = isObject(first) ? kindOf(first) : 'other';
  return proof.has(kind) ? `a page of ${kind}s with data and meta` : undefined;
}
