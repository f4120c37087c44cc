import type { Kind } from '@chatferry/contract';
import type { PlanInput } from './provenance.ts';

/** A row of the table `inputs`. */
export interface InputRow {
  no: number;
  file: string;
  kind: Kind;
  format: string;
  bytes: number;
  modified_ms: number | null;
  sha256: string | null;
}

export function inputOf({ file, kind, format, bytes, modified_ms, sha256 }: InputRow): PlanInput {
  const modified = modified_ms === null ? {} : { modifiedMs: modified_ms };
  return { file, kind, format, bytes, ...modified, sha256: sha256! };
}
