import type { Kind } from './kinds.ts';

/**
 * Ids of the service that several records of the export become, each with the ids that the record with it has in the export;
 * empty when none is planned. A row that names one of them by another id is rejected: it would become that of another record.
 */
export type ContestedIds = Readonly<Partial<Record<Kind, ReadonlyMap<string, readonly string[]>>>>;
