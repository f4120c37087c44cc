import { isServiceHost, signedAddress, UNSIGNED } from '@chatferry/contract';
import type { ExportedRecord } from './exported-people.ts';

type Holder = Record<string, unknown>;

/** Fields that have lost something secret. */
interface Lost {
  readonly signature: Set<string>;
  readonly private: Set<string>;
}

/**
 * A record without what no file of an export has: signatures that end, because whoever has such an address has the file until then, and
 * addresses of people for notifications. The record names the fields that have lost a signature, so that a plan can warn of them.
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

/** Metadata with addresses of people for notifications. */
const PRIVATE = '@private';

/** @param at the field of the holder; empty for the record @param lost gets the fields that have lost something */
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

/** Fields of records, and those of `data`, are named; what is inside of them is not. */
function fieldOf(at: string, name: string): string {
  if (at === '') return name;
  return at === 'data' ? `data.${name}` : at;
}

/** An address without its signature; undefined for a text that is none, or that is of use without an end. */
function withoutSignature(text: string): string | undefined {
  if (!/^\s*https?:.*\?/is.test(text)) return undefined;
  const { scheme, expiresAt, key } = signedAddress(text) ?? {};
  if (scheme === undefined) return undefined;
  return expiresAt !== undefined || isServiceHost(new URL(text).hostname) ? key : undefined;
}
