import { byKind, idHashIn, incidentalFields, type Kind, kinds } from '@chatferry/contract';
import { endOfId } from '../plan/batch.ts';
import { isMessage } from '../plan/landed-parts.ts';
import { bytesHash } from './bytes-hash.ts';
import { ContentHash, fieldName } from './content-hash.ts';

/** For each kind, the fields that are not compared. */
const leftOut = byKind((kind) => incidentalFields(kind).map(fieldName));

/** For each kind that records belong to, the field with its time. */
const timeField = byKind((kind) => (isMessage(kind) ? fieldName(kinds[kind].time!) : undefined));

/** Makes numbers from 0 to 2^53 − 1 of records in wire form, without an object for each. */
export class ContentDigest {
  readonly #hash = new ContentHash();

  /** Equal for two records of a kind with the same content. */
  of(kind: Kind, wire: Uint8Array): number {
    return this.#hash.of(wire, endOfId(wire) + 1, leftOut[kind], timeField[kind]);
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
