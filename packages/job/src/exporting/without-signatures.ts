import { isServiceHost, signedAddress, UNSIGNED } from '@chatferry/contract';
import type { ExportedRecord } from './exported-people.ts';

type Holder = Record<string, unknown>;

/**
 * A record without signatures that end. Whoever has such an address has the file, until it gives access to nobody: no file of an export has
 * one. The record names the fields, so that a plan can warn of them.
 */
export function withoutSignatures(exported: ExportedRecord): ExportedRecord {
  const fields = new Set<string>();
  removeFrom(exported.record, '', fields);
  if (fields.size === 0) return exported;
  const { id, record, left } = exported;
  const lost = [...fields].map((field) => ({ cause: 'signature', field }) as const);
  return { id, record: { ...record, [UNSIGNED]: [...fields] }, left: [...left, ...lost] };
}

/** Removes signatures from all addresses in a value. */
export function removeSignatures(value: unknown): void {
  if (typeof value === 'object' && value !== null) removeFrom(value as Holder, '', new Set());
}

/** @param at the field of the holder; empty for the record @param fields gets those that have lost a signature */
function removeFrom(holder: Holder, at: string, fields: Set<string>): void {
  for (const name in holder) {
    const value = holder[name];
    if (typeof value === 'string') {
      const key = name === 'text' ? undefined : unsigned(value);
      if (key === undefined) continue;
      holder[name] = key;
      fields.add(fieldOf(at, name));
    } else if (typeof value === 'object' && value !== null)
      removeFrom(value as Holder, fieldOf(at, name), fields);
  }
}

/** Fields of records, and those of `data`, are named; what is inside of them is not. */
function fieldOf(at: string, name: string): string {
  if (at === '') return name;
  return at === 'data' ? `data.${name}` : at;
}

/** An address without its signature; undefined for a text that is none, or that is of use without an end. */
function unsigned(text: string): string | undefined {
  if (!/^\s*https?:.*\?/is.test(text)) return undefined;
  const { scheme, expiresAt, key } = signedAddress(text) ?? {};
  if (scheme === undefined) return undefined;
  return expiresAt !== undefined || isServiceHost(new URL(text).hostname) ? key : undefined;
}
