import type { Kind } from './kinds.ts';

/**
 * Service ids that several records of this or an earlier export were to have. Each is listed with the legacy ids of the record that has
 * the service id; the list is empty when no record has it. A row that refers to a contested id by any other legacy id is rejected, because
 * its reference would lead to another record.
 */
export type ContestedIds = Readonly<Partial<Record<Kind, ReadonlyMap<string, readonly string[]>>>>;
