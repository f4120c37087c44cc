import { isServiceHost, signedAddress, UNSIGNED } from '@chatferry/contract';
import type { ExportedRecord } from './exported-people.ts';

type Holder = Record<string, unknown>;

/** Fields that have lost something secret. */
interface Lost {
  readonly signature: Set<string>;
  readonly private: Set<string>;
}

/**
 * A record without secrets, which no file of an export contains: signatures that expire, because anyone with the address can read the file
 * until then, and people's addresses for notifications. The record names the fields that lost a signature, so that a plan can warn.
 */
export function withoutSecrets(exported: ExportedRecord): ExportedRecord {
  const lost: Lost = { signature: new Set(), private: new Set() };
  removeFrom(exported.record, '', lost);
  if (lost.signature.size + lost.private.size === 0) return exported;
  const { id, record, left } = exported;
  const of = (cause: keyof Lost) => [...lost[cause]].map((field) => ({ cause, field }) as const);
  const unsigned = lost.signature.size === 0 ? {} : { [UNSIGNED]: [...lost.signature] };
  return {
    id,
    record: { ...record, ...unsigned },
    left: [...left, ...of('signature'), ...of('private')],
  };
}

/** Removes secrets from a value. */
export function removeSecrets(value: unknown): void {
  const lost: Lost = { signature: new Set(), private: new Set() };
  if (typeof value === 'object' && value !== null) removeFrom(value as Holder, '', lost);
}

/** Metadata with people's addresses for notifications. */
const PRIVATE = '@private';

/** @param at the field of the holder; empty for the record @param lost receives the fields that have lost something */
function removeFrom(holder: Holder, at: string, lost: Lost): void {
  for (const name in holder) {
    const value = holder[name];
    if (name === PRIVATE) {
      delete holder[name];
      lost.private.add(at === '' ? name : `${at}.${name}`);
    } else if (typeof value === 'string') {
      const key = name === 'text' ? undefined : withoutSignature(value);
      if (key === undefined) continue;
      holder[name] = key;
      lost.signature.add(fieldOf(at, name));
    } else if (typeof value === 'object' && value !== null)
      removeFrom(value as Holder, fieldOf(at, name), lost);
  }
}

/** The name of a field of the record or of `data`; a field inside of another field has the outer name. */
function fieldOf(at: string, name: string): string {
  if (at === '') return name;
  return at === 'data' ? `data.${name}` : at;
}

/** An address without its signature; undefined for other texts, and for signatures of other hosts that never expire. */
function withoutSignature(text: string): string | undefined {
  if (!/^\s*https?:.*\?/is.test(text)) return undefined;
  const { scheme, expiresAt, key } = signedAddress(text) ?? {};
  if (scheme === undefined) return undefined;
  return expiresAt !== undefined || isServiceHost(new URL(text).hostname) ? key : undefined;
}
