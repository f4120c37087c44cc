import type { Kind } from '@chatferry/contract';
import type { PlanRules } from '../plan-rules.ts';
import type { AttachmentHosts } from './attachment-hosts.ts';
import type { Causes } from './causes.ts';
import type { Directory } from './directory.ts';
import type { FaultFinder } from './fault-finder.ts';
import type { IdMap } from './id-map.ts';
import type { InputNumbers } from './input-numbers.ts';
import type { Refusals } from './refusals.ts';
import type { RowTally } from './row-tally.ts';
import type { RunBuffer } from './run-buffer.ts';

/** What the intake of all kinds works with. */
export interface CompileParts {
  /** For work files. */
  readonly folder: string;
  readonly rules: PlanRules;
  readonly buffer: RunBuffer;
  readonly inputs: InputNumbers;
  readonly directory: Directory;
  readonly finder: FaultFinder;
  readonly refusals: Refusals;
  readonly causes: Causes;
  readonly idMap: IdMap;
  readonly hosts: AttachmentHosts;
  readonly tallies: Readonly<Record<Kind, RowTally>>;
}
