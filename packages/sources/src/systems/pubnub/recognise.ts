import { isObject } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import type { JsonBeginning } from '../../reading/json-beginning.ts';
import { jsonEntries, recogniseJson } from '../../reading/json-entries.ts';
import { timetokenOf } from './ids.ts';

/** The rule by which answers are recognised; undefined for anything else. */
export async function recognisePubnub(archive: Archive): Promise<string | undefined> {
  return recogniseJson(archive, jsonEntries(archive), whatItHas);
}

function whatItHas({ value }: JsonBeginning): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (isMessage(first, 'message')) return 'messages of PubNub without their senders';
  if (!isObject(first)) return undefined;
  const { channels, messages } = first;
  const lists: readonly unknown[] = isObject(channels) ? Object.values(channels) : [];
  if (lists.some((list) => isMessage(list, 'message'))) return 'messages of PubNub in channels';
  if (isMessage(messages, 'entry')) return 'messages of PubNub without their senders';
  return isMessage([first], 'message') && 'channel' in first ? 'messages of PubNub' : undefined;
}

function isMessage(list: unknown, content: string): boolean {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return isObject(first) && content in first && timetokenOf(first['timetoken']) !== undefined;
}
