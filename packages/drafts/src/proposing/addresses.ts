import type { Column } from '../columns/column.ts';
import { samplesOf } from './samples.ts';

/** A placeholder for an address that only the operator knows. */
export const EXAMPLE_BASE = 'https://forum.example.org/';

/** Why a column of addresses needs the address that they start from. */
export function whyIncomplete(column: Column): string {
  return `its addresses are not complete, and start from one that is not in the export: ${samplesOf(column)}`;
}
