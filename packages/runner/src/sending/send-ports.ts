import type { Client, Clock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { Durability } from '../fast-path/durability.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { ChatQuota } from '../pacing/chat-quota.ts';
import type { Job } from '../job/job.ts';
import type { Lease } from '../job/lease.ts';
import type { Gate } from '../pacing/gate.ts';
import type { InFlight } from '../pacing/in-flight.ts';
import type { ServiceHealth } from '../pacing/service-health.ts';
import type { PresentRecords } from './present-records.ts';
import type { ServiceReader } from '../reading/service-reader.ts';
import type { Route } from '../routes/route.ts';
import type { RunEvent } from '../terms/run-event.ts';
import type { RunOptions } from '../terms/run-options.ts';
import type { StopController } from '../job/stop-controller.ts';
import type { Brake } from './brake.ts';
import type { RequestSize } from './request-size.ts';
import type { MinuteLog } from './minute-log.ts';
import type { LandedRecords } from './landed-records.ts';

/** What all lanes of a run share. */
export interface SendPorts {
  readonly plan: Plan;
  readonly ledger: LedgerStore;
  /** Those that this process walks. */
  readonly lanes: readonly number[];
  /** Makes the other processes of the app wait too. */
  readonly hold?: Job['hold'];
  readonly client: Client;
  readonly clock: Clock;
  /** The right to send. */
  readonly lease?: Lease | undefined;
  readonly random: () => number;
  readonly gate: Gate;
  readonly chatQuota: ChatQuota;
  readonly routeOf: (kind: Kind) => Route;
  /** What writes about the records of a route have to outlive. */
  readonly durabilityOf: (route: Route) => Durability;
  readonly inFlight: InFlight;
  readonly health: ServiceHealth;
  readonly landedRecords: LandedRecords;
  readonly requestSize: RequestSize;
  readonly brake: Brake;
  readonly minutes: MinuteLog;
  /** Users and groups that the preflight has found in the service. */
  readonly present: PresentRecords;
  readonly reader: ServiceReader;
  /** Whether the words of the service are left out of what an answer means. */
  readonly codesOnly: boolean;
  /** How kinds are sent that do not go through the import endpoints. */
  readonly routes: NonNullable<RunOptions['routes']>;
  /** Path of a file that comparisons make and remove. */
  readonly spool: string;
  /** Records that may have been there before with other content, as a number. */
  readonly mostDifferent: number;
  /** Whether a user or group is removed although it holds other records. */
  readonly removesHolder: NonNullable<RunOptions['removesHolder']>;
  readonly stopController: StopController;
  readonly emit: (event: RunEvent) => void;
}
