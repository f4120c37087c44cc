import type { Kind } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { MemoryUse, PlanSummary } from '@chatferry/planner';
import type { SourceOptions } from '@chatferry/sources';
import type { JobFolder } from '../folder/job-folder.ts';
import type { Compilation } from './compile-plan.ts';
import type { DatabaseInput, OpenDatabase } from './database-sources.ts';
import type { DeclaredMapping } from './declared-mapping.ts';
import type { GivenSettings } from './id-settings.ts';
import type { PlanMedia } from './media-copies.ts';
import type { PlanSettings } from './plan-settings.ts';

export interface PlannedInputs {
  readonly summary: PlanSummary;
  /** Whether an earlier plan is still valid, so that nothing was done. */
  readonly unchanged: boolean;
  /** Milliseconds since 1970. */
  readonly plannedAt: number;
}

/** The job before a plan. */
interface PlanAfter {
  readonly folder: string;
  /** The settings that the caller gives. Other settings that form ids are taken over from the earlier job. */
  readonly given: GivenSettings;
}

export interface PlanningTask {
  readonly job: JobFolder;
  readonly settings: PlanSettings;
  /** The job before this job. */
  readonly after?: PlanAfter | undefined;
  /** For exports of named systems. */
  readonly sourceOptions?: SourceOptions | undefined;
  readonly databases?: readonly DatabaseInput[];
  /** Copies of the files that records point to. */
  readonly media?: PlanMedia | undefined;
  /** Opens a database in place of `openDatabase`. */
  readonly openDatabase?: OpenDatabase | undefined;
  /** @param part see `FoundInput` */
  readonly mappingOf: (file: string, kind: Kind, part?: number) => KindMapping;
  /** Where the mappings come from. */
  readonly declared: readonly DeclaredMapping[];
  /** See `Compilation`. */
  readonly memory?: MemoryUse | undefined;
  /** The command or function that sends a plan. */
  readonly sendsWith: string;
}

export interface PlanningWatch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: Compilation['onProgress'];
  /** Called before an outdated plan is rebuilt. */
  readonly onOutdated?: ((differences: readonly string[]) => void) | undefined;
  /** Called for each fault in the mappings that leaves no field empty. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}
