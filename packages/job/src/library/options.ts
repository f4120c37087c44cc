import type { Readable } from 'node:stream';
import type { InputKind, Kind, Row } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { PlanSummary } from '@chatferry/planner';
import type { DatabaseSource, SourceOptions, System } from '@chatferry/sources';
import type { ClientOptions } from '@chatferry/client';
import type { Destination, LiveOperations, RunOptions, RunResult } from '@chatferry/runner';
import type { WithFilledKinds } from '../accounting/filled-kinds.ts';
import type { CountOrShare } from '../accounting/count-or-share.ts';
import type { Conclusion } from '../conclusion/conclusion.ts';
import type { StepName } from '../folder/step-name.ts';
import type { Declarations, FoundInput, FoundInputs } from '../input/find-inputs.ts';
import type { IgnoredFile } from '../input/ignored-file.ts';
import type { OpenJobLedger } from '../sending/job-ledger.ts';
import type { Target } from '../sending/target.ts';
import type { PlanningProgress } from '../planning/planning-progress.ts';
import type { DatabaseInput } from '../planning/database-sources.ts';
import type { DeclaredMapping } from '../planning/declared-mapping.ts';
import type { PlanMedia } from '../planning/media-copies.ts';
import type { PlanSettings } from '../planning/plan-settings.ts';
import type { UndoStatus } from '../undo-state/undo-state.ts';
import type { Sums } from '../accounting/sums.ts';
import type { JobEvent } from './job-event.ts';
import type { FoundSoFar } from '../verifying/kind-tally.ts';
import type { KindToRead } from '../verifying/kinds-to-read.ts';

/** Rows with the service's field names, by kind. Each kind is read once, in the order in which kinds depend on each other. */
export type RowsByKind = Partial<Record<InputKind, Iterable<Row> | AsyncIterable<Row>>>;

/** The contents of a plan in numbers. Kinds with nothing in them are left out. */
export type ShownPlan = WithFilledKinds<PlanSummary>;

/** How far the removal of what a job created has got. Kinds with nothing in them are left out. */
export type ShownUndo = WithFilledKinds<UndoStatus>;

/** A setting that is not given has the default of `defaultPlanSettings`. */
export interface PlanOptions extends Partial<PlanSettings> {
  /** The job folder; created when it does not exist. */
  readonly job: string;
  /**
   * The folder of a job that was sent before: only newer records are planned. Settings that form ids are taken over from that job.
   */
  readonly after?: string | undefined;
  /** Stops planning; no plan is made then. */
  readonly signal?: AbortSignal | undefined;
  /** Called regularly with the progress. */
  readonly onProgress?: ((progress: PlanningProgress) => void) | undefined;
  /** Called for each fault in the mappings that leaves no field empty, and when the folder of the earlier job cannot be written. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

export interface PlanFilesOptions extends PlanOptions {
  /** How the rows of each kind become records. */
  readonly mappings?: Partial<Record<Kind, KindMapping>>;
  /**
   * A configuration in TypeScript, in place of `mappings`: its `kinds`, with their `transform`. Functions cannot be passed, because
   * each thread loads the file itself.
   */
  readonly configFile?: string;
  /** Declarations for each file and each database, in place of both. */
  readonly rules?: InputRules;
  /** Also reads links in a given folder that lead outside it. Default: such links are ignored. */
  readonly followLinks?: boolean | undefined;
  /** The system that the paths are exports of. Default: recognised by what they contain. */
  readonly from?: System | undefined;
  /** Options for exports of named systems. */
  readonly sources?: SourceOptions | undefined;
  /** Copies of the files that records point to. The addresses of the copies replace the addresses in the input. */
  readonly media?: PlanMedia | undefined;
  /** Databases to plan in addition to the paths, each with its address, which is not stored anywhere. */
  readonly databases?: readonly DatabaseSource[];
  /** The input of the path `-`. */
  readonly stdin?: Readable;
  /** Called for each entry of a given folder that is not read. */
  readonly onIgnored?: (entry: IgnoredFile) => void;
  /** Called with the files that were found, before any of them is read. */
  readonly onFound?: (found: FoundInputs) => void;
  /** Called before an outdated plan is made again, with what has changed. */
  readonly onOutdated?: ((differences: readonly string[]) => void) | undefined;
  /** Called when the plan in the job folder is still valid, so that nothing is read. @param plannedAt milliseconds since 1970 */
  readonly onUnchanged?: (plannedAt: number) => void;
  /** The names of next steps in errors. Default: the functions of this library. */
  readonly stepName?: StepName;
}

/** How single files are recognised, and how their rows become records, if the kind alone does not decide it. */
export interface InputRules extends Omit<Declarations, 'followLinks'> {
  /** @param part see `FoundInput` */
  readonly mappingOf: (file: string, kind: Kind, part?: number) => KindMapping;
  /** The origin of the mappings of these files, to report names in mappings that do not exist. */
  readonly declared: (files: readonly FoundInput[]) => readonly DeclaredMapping[];
  readonly databases: readonly DatabaseInput[];
}

export interface RunJobOptions extends Partial<RunOptions> {
  readonly job: string;
  readonly target: Target;
  /** The names of next steps in the report. Default: the functions of this library. */
  readonly stepName?: StepName;
  /** Ends the run when the requests in flight are answered; the next run continues. */
  readonly signal?: AbortSignal | undefined;
  /** Drops the requests in flight; the next run sends their records again. */
  readonly stopNow?: AbortSignal | undefined;
  /**
   * Called before the first request if the plan has live operations, about which users may be notified. Without `true`, and without
   * `allowsLive`, the run stops before the first live operation. It is not called when an earlier run was allowed to send them.
   */
  readonly confirm?: ((live: readonly LiveOperations[]) => boolean | Promise<boolean>) | undefined;
  /** Options of the caller, which the ledger keeps for the caller. They must not contain a key. */
  readonly remember?: Destination['options'];
  /** Opens the ledger elsewhere than in the job folder. No report is written then. */
  readonly openLedger?: OpenJobLedger | undefined;
  /** Called for each answer of the service. */
  readonly onAnswer?: ClientOptions['onAnswer'];
}

export interface UndoJobOptions extends Omit<RunJobOptions, 'confirm' | 'openLedger' | 'remember'> {
  /** Called with the planned removals; nothing is removed unless it returns true. */
  readonly confirm: (planned: ShownUndo) => boolean | Promise<boolean>;
  /** Whether to remove also users and groups that `kept.jsonl` lists because they hold other people's records. */
  readonly isForced?: boolean;
  /** The confirmed number of records that the lists of the app lack. Needed when the number is large. */
  readonly absent?: number | undefined;
}

/** How a run ended. The result that contains it has the counts of each kind. */
export type RunEnd = Omit<RunResult, 'counts'>;

/** The state of the undo. */
export interface UndoOutcome extends ShownUndo {
  /** Absent when nothing was left to remove, and when the removal was not confirmed. */
  readonly run?: RunEnd;
}

export interface VerifyJobOptions {
  readonly job: string;
  readonly target: Target;
  /** The only kind to read. Default: all. */
  readonly kind?: Kind | undefined;
  /** For a delta, reads every list of the app instead of only the places where its records belong. */
  readonly full?: boolean | undefined;
  /** The route that each kind was sent through. */
  readonly routes?: RunOptions['routes'];
  /** Default: 500, and no limit for a server on this machine. */
  readonly requestsPerMinute?: number | 'unlimited';
  /** Stops the verification. */
  readonly signal?: AbortSignal;
  /** Called at the start of each kind, for each record that is read or compared, and for each answer. */
  readonly onEvent?: (event: VerifyEvent) => void;
  /** The names of next steps in the report. Default: the functions of this library. */
  readonly stepName?: StepName;
}

/** Progress of a verification: each kind is read from the service, then compared. */
export interface VerifyEvent {
  readonly step: 'reading' | 'comparing';
  readonly kind: Kind;
  /** Records of the kind that have been read or compared. The app may hold more than was planned. */
  readonly records: number;
  readonly planned: number;
  /** Requests made so far, for all kinds. */
  readonly requests: number;
  /** Requests that have no answer yet. */
  readonly inFlight?: number;
  /** Milliseconds that the answer took, in an event about an answer. */
  readonly answerMs?: number | undefined;
  /** All kinds that are read, in order. */
  readonly kinds: readonly KindToRead[];
  /** Records found so far that are not as planned, by kind. */
  readonly found: Readonly<Partial<Record<Kind, FoundSoFar>>>;
}

export interface ImportOptions extends PlanOptions, RunJobOptions {
  /** The most rejected rows, as a number or a share, with which the other rows are sent. Default: 0. */
  readonly maxRejects?: CountOrShare;
  readonly onEvent?: (event: JobEvent) => void;
}

/** The outcomes of all rows. */
export interface RunOutcome extends RunEnd {
  /** For each kind: rows = created + present + failed + skipped + unresolved + pending + rejected + merged + filtered + unchanged + changed + updated. */
  readonly sums: Sums;
  /** The statements about the job. */
  readonly conclusion: Conclusion;
}

/** `run` is missing when more rows were rejected than allowed, and nothing was sent. */
export interface ImportOutcome {
  readonly plan: ShownPlan;
  readonly run?: RunOutcome;
}
