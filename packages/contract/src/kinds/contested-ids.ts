import type { Kind } from './kinds.ts';

/**
 * Ids of the service that two records of a delta, or of one before, were to have, each with the id that the record which has it has in the
 * export; empty when none has it. A row that names one of them by another id is rejected: it would become that of another record.
 */
export type ContestedIds = Readonly<Partial<Record<Kind, ReadonlyMap<string, readonly string[]>>>>;
