import { isObject, type Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import { jsonEntries, recogniseJson } from '../../reading/json-entries.ts';
import type { JsonBeginning } from '../../reading/json-beginning.ts';
import { text } from '../../reading/values.ts';
import { importedRecord, isChannelExport } from './entities.ts';

const channelId = /^[\w-]+:[!\w-]+$/;

/** The rule by which an export is recognised; undefined for anything else. */
export async function recogniseStream(archive: Archive): Promise<string | undefined> {
  return recogniseJson(archive, jsonEntries(archive), whatItHas);
}

function whatItHas({ value }: JsonBeginning): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (!isObject(first)) return undefined;
  const [inList] = Array.isArray(first['channels']) ? first['channels'] : [];
  for (const each of [first, inList])
    if (isObject(each) && isChannelExport(each) && isChannel(each['channel'] as Row))
      return 'a channel with its members or messages';
  const imported = importedRecord(first);
  if (imported !== undefined && isImported(imported.value)) return 'records of an import';
  const isMessage = isId(first['cid']) && 'user' in first && 'attachments' in first;
  return isMessage ? 'messages of channels' : undefined;
}

function isChannel(channel: Row): boolean {
  return isId(channel['cid']) || (text(channel['type']) !== undefined && 'created_by' in channel);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && channelId.test(value);
}

/** Whether an import record has a field that records of its type need. */
function isImported(value: Row): boolean {
  const has = (...names: readonly string[]): boolean => names.some((name) => name in value);
  if (has('channel_type', 'cid')) return has('user', 'user_id');
  if (has('message_id', 'user_id')) return has('type', 'push_provider_type');
  if (has('created_by')) return has('type', 'target_id');
  return has('id') && has('role', 'name', 'created_at', 'teams');
}
