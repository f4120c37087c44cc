import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isObject, type Row } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { jsonEntries, mayHaveJson, recogniseJson } from '../../reading/json-entries.ts';
import { firstObject, type JsonBeginning } from '../../reading/json-beginning.ts';
import { kindOf, listKeys } from './entities.ts';
import { openInner, zipEntries } from './export-files.ts';
import { importedChannel } from './import-files.ts';

/** Whether a folder with these names can be an export: of JSON, or of the archives that Sendbird makes. */
export function mayBeSendbird(names: readonly string[]): boolean {
  return mayHaveJson(names) || names.some((name) => name.toLowerCase().endsWith('.zip'));
}

/** The most archives of a folder that are opened. */
const LOOKED_AT = 3;

/** The rule by which an export is recognised; undefined for anything else. */
export async function recogniseSendbird(archive: Archive): Promise<string | undefined> {
  const rule = await recogniseJson(archive, jsonEntries(archive), whatItHas);
  if (rule !== undefined) return rule;
  for (const entry of zipEntries(archive).slice(0, LOOKED_AT)) {
    const inside = await ruleInside(archive, entry);
    if (inside !== undefined) return `in ${entry.name}, ${inside}`;
  }
  return undefined;
}

/** The rule for an archive inside the archive. An unreadable file may not belong to an export, so it is not refused here. */
async function ruleInside(archive: Archive, entry: Entry): Promise<string | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-'));
  try {
    using inner = await openInner(archive, entry, path.join(folder, 'archive'));
    return await recogniseJson(inner, jsonEntries(inner), whatItHas);
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function whatItHas(beginning: JsonBeginning): string | undefined {
  const { value } = beginning;
  if (isObject(value))
    for (const key of listKeys) {
      const list: unknown = value[key];
      const [first] = Array.isArray(list) ? (list as unknown[]) : [];
      if (isObject(first) && isRecord(first)) return `records of Sendbird in ${key}`;
    }
  const first = firstObject(beginning);
  if (first === undefined) return undefined;
  if (importedChannel(first) !== undefined) return 'a channel for the import of Sendbird';
  return isRecord(first) ? 'records of Sendbird' : undefined;
}

/** Users of other systems also have such ids and names. */
function isRecord(value: Row): boolean {
  const kind = kindOf(value);
  return kind === 'user' ? 'profile_url' in value && 'nickname' in value : kind !== 'other';
}
