import {
  byKind,
  comparedFields,
  idHashIn,
  incidentalFields,
  type Kind,
  kinds,
} from '@chatferry/contract';
import { endOfId } from '../plan/batch.ts';
import { isMessage } from '../plan/landed-parts.ts';
import { bytesHash } from './bytes-hash.ts';
import { ContentHash, fieldName, textHash } from './content-hash.ts';
import type { HashRules } from './hash-rules.ts';

/**
 * The differences that a digest ignores: two records that the comparison with the service calls the same have the same digest. Times that
 * using the app moves forward are left out.
 */
const rules: Readonly<Record<Kind, HashRules>> = byKind((kind) => {
  const fields = Object.entries(comparedFields[kind]);
  const moved = fields.filter(([, { equality }]) => equality === 'not-earlier');
  return {
    leftOut: [...incidentalFields(kind), ...moved.map(([name]) => name)].map(fieldName),
    unordered: fields
      .filter(([, { equality }]) => equality === 'tags')
      .map(([name]) => fieldName(name)),
    absent: fields.flatMap(([name, { none }]) =>
      none === undefined ? [] : [{ name: fieldName(name), value: textHash(JSON.stringify(none)) }],
    ),
    // For a kind that other records belong to, the field with its time.
    wanted: isMessage(kind) ? fieldName(kinds[kind].time!) : undefined,
  };
});

/** Hashes records in wire form to numbers from 0 to 2^53 − 1, without an object for each record. */
export class ContentDigest {
  readonly #hash = new ContentHash();

  /** Equal for two records of a kind with the same content. */
  of(kind: Kind, wire: Uint8Array): number {
    return this.#hash.of(wire, endOfId(wire) + 1, rules[kind]);
  }

  /** The time of the last hashed record, if other records belong to its kind; else 0. */
  get time(): number {
    return this.#hash.number;
  }
}

/** Equal for two records in wire form with the same bytes after the id. */
export function bytesKey(wire: Uint8Array): number {
  return bytesHash(wire, endOfId(wire) + 1);
}

/** A hash of the id of a record in wire form. */
export function idKey(wire: Uint8Array): number {
  return idHashIn(wire, 0, endOfId(wire));
}
