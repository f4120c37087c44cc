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
 * What a digest leaves out: it is the same for two records that the comparison with the service calls the same. Times that using the
 * app moves on are left out whole.
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
    // For each kind that records belong to, the field with its time.
    wanted: isMessage(kind) ? fieldName(kinds[kind].time!) : undefined,
  };
});

/** Makes numbers from 0 to 2^53 − 1 of records in wire form, without an object for each. */
export class ContentDigest {
  readonly #hash = new ContentHash();

  /** Equal for two records of a kind with the same content. */
  of(kind: Kind, wire: Uint8Array): number {
    return this.#hash.of(wire, endOfId(wire) + 1, rules[kind]);
  }

  /** The time of the latest record, if records belong to its kind; else 0. */
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
