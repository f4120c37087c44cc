import { byKind, idHashIn, incidentalFields, type Kind, kinds } from '@chatferry/contract';
import { isMessage } from '../plan/landed-parts.ts';
import { endOfId } from '../plan/batch.ts';
import { CanonicalWire } from './canonical-wire.ts';

const encoder = new TextEncoder();

/** For each kind, the fields that are not compared, in quotes. */
const leftOut = byKind((kind) =>
  incidentalFields(kind).map((field) => encoder.encode(JSON.stringify(field))),
);

/** For each kind that records belong to, the field with its time, in quotes. */
const timeField = byKind((kind) =>
  isMessage(kind) ? encoder.encode(JSON.stringify(kinds[kind].time)) : undefined,
);

/** Makes numbers from 0 to 2^53 − 1 of records in wire form, without an object for each. */
export class ContentDigest {
  readonly #canonical = new CanonicalWire();

  /** Equal for two records of a kind with the same content. */
  of(kind: Kind, wire: Uint8Array): number {
    const canonical = this.#canonical;
    canonical.write(wire.subarray(endOfId(wire) + 1), leftOut[kind], timeField[kind]);
    return idHashIn(canonical.bytes, 0, canonical.end);
  }

  /** The time of the latest record, if records belong to its kind; else 0. */
  get time(): number {
    return this.#canonical.number;
  }
}

/** A hash of the id of a record in wire form. */
export function idKey(wire: Uint8Array): number {
  return idHashIn(wire, 0, endOfId(wire));
}
