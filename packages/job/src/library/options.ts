import type { InputKind, Kind, Row } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { PlanSummary } from '@chatferry/planner';
import type { RunEvent, RunOptions, RunResult } from '@chatferry/runner';
import type { CountOrShare } from '../accounting/count-or-share.ts';
import type { StepName } from '../folder/step-name.ts';
import type { IgnoredFile } from '../input/find-inputs.ts';
import type { Target } from '../sending/target.ts';
import type { PlanningProgress } from '../planning/compile-plan.ts';
import type { PlanSettings } from '../planning/plan-settings.ts';
import type { Sums } from '../accounting/sums.ts';

/** Rows with the service's field names, by kind. Each kind is read once, in the order of dependence. */
export type RowsByKind = Partial<Record<InputKind, Iterable<Row> | AsyncIterable<Row>>>;

/** A setting that is not given has the default of `defaultPlanSettings`. */
export interface PlanOptions extends Partial<PlanSettings> {
  /** The job folder; made when it is not there. */
  readonly job: string;
  /** Stops the planning; nothing is planned then. */
  readonly signal?: AbortSignal;
  /** Called now and then with how far the planning is. */
  readonly onProgress?: (progress: PlanningProgress) => void;
}

export interface PlanFilesOptions extends PlanOptions {
  /** Called for each slip in the mappings that costs no field. */
  readonly onWarning?: (warning: string) => void;
  /** How the rows of each kind become records. */
  readonly mappings?: Partial<Record<Kind, KindMapping>>;
  /** Also reads links in a given folder that lead outside it. Default: such links are ignored. */
  readonly followLinks?: boolean;
  /** Called for each entry of a given folder that is not read. */
  readonly onIgnored?: (entry: IgnoredFile) => void;
}

export interface RunJobOptions extends Partial<RunOptions> {
  readonly job: string;
  readonly target: Target;
  /** What the report names for the steps that are left. Default: the functions of this library. */
  readonly stepName?: StepName;
  /** Ends the run once the requests on their way are answered; it can be gone on with. */
  readonly signal?: AbortSignal;
}

export interface VerifyJobOptions {
  readonly job: string;
  readonly target: Target;
  /** The only kind to read. Default: all. */
  readonly kind?: Kind | undefined;
  /** How each kind was sent. */
  readonly routes?: RunOptions['routes'];
  /** Default: 500. */
  readonly requestsPerMinute?: number | 'unlimited';
  /** Stops the reading. */
  readonly signal?: AbortSignal;
  /** Called for each record that is read or compared. */
  readonly onEvent?: (event: VerifyEvent) => void;
  /** What the report names for the steps that are left. Default: the functions of this library. */
  readonly stepName?: StepName;
}

/** How far a verification is: each kind is read from the service, then compared. */
export interface VerifyEvent {
  readonly step: 'reading' | 'comparing';
  readonly kind: Kind;
  /** Records of the kind that have been read or compared. */
  readonly records: number;
  readonly planned: number;
}

export interface ImportOptions extends PlanOptions, RunJobOptions {
  /** Rejected rows up to which the rest is sent all the same. Default: none. */
  readonly maxRejects?: CountOrShare;
  readonly onEvent?: (event: RunEvent) => void;
}

/** What became of every row. */
export interface RunOutcome extends RunResult {
  /** For each kind: rows = created + present + failed + skipped + unresolved + pending + rejected + merged + filtered. */
  readonly sums: Sums;
}

/** `run` is missing when more rows were rejected than allowed, and nothing was sent. */
export interface ImportOutcome {
  readonly plan: PlanSummary;
  readonly run?: RunOutcome;
}
