import type { Kind } from './kinds.ts';

/**
 * Ids of records that are rejected because another record has the same id in the service, as the export has them. Records that
 * name them are rejected too: they would become those of the other record.
 */
export type RefusedIds = Readonly<Partial<Record<Kind, readonly string[]>>>;
