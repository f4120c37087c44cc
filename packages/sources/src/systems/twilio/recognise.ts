import { isObject, type Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import type { JsonBeginning } from '../../reading/json-beginning.ts';
import { jsonEntries, recogniseJson } from '../../reading/json-entries.ts';
import { kindOf, listKeys, withApiNames } from './resources.ts';

const proof = new Set(['conversation', 'message', 'participant', 'user', 'role']);

/** Fields that name the owner of a resource. */
const owners = [
  'account_sid',
  'conversation_sid',
  'channel_sid',
  'chat_service_sid',
  'service_sid',
  'participant_sid',
];

/** The rule by which resources are recognised; undefined for anything else. */
export async function recogniseTwilio(archive: Archive): Promise<string | undefined> {
  return recogniseJson(archive, jsonEntries(archive), whatItHas);
}

function whatItHas({ value }: JsonBeginning): string | undefined {
  if (Array.isArray(value)) return isResource(value[0]) ? 'resources of Twilio' : undefined;
  if (!isObject(value)) return undefined;
  if (isResource(value)) return 'resources of Twilio';
  const key = listKeys.find((each) => isResource((value[each] as Row | undefined)?.[0]));
  return key === undefined ? undefined : `resources of Twilio in ${key}`;
}

function isResource(value: unknown): boolean {
  if (!isObject(value)) return false;
  const resource = withApiNames(value);
  return proof.has(kindOf(resource)) && owners.some((name) => name in resource);
}
