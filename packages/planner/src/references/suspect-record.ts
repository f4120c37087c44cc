import {
  COLUMNS,
  type Kind,
  kinds,
  type Origin,
  originOf,
  type RecordBlock,
  wireOf,
} from '@chatferry/contract';
import { fieldsOf } from '../spool/wire.ts';

/** A record with faults, extracted from its block. */
export interface SuspectRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly wire: Uint8Array;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly origin: Origin;
  /** The record's columns in the block begin at `at`. */
  readonly columns: Float64Array;
  readonly at: number;
}

/** Extracts the record with this index from its block. */
export function suspectRecord(block: RecordBlock, index: number): SuspectRecord {
  const { kind, columns } = block;
  const at = index * COLUMNS;
  const wire = wireOf(block, index);
  const fields = fieldsOf(wire);
  const id = String(fields[kinds[kind].key]);
  return {
    kind,
    id,
    wire,
    fields,
    origin: originOf(block, index),
    columns,
    at,
  };
}
