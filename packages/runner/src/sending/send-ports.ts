import type { Clock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import type { StopController } from '../job/stop-controller.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { ChatQuota } from '../pacing/chat-quota.ts';
import type { Gate } from '../pacing/gate.ts';
import type { InFlight } from '../pacing/in-flight.ts';
import type { ServiceHealth } from '../pacing/service-health.ts';
import type { ServiceReader } from '../reading/service-reader.ts';
import type { Route } from '../routes/route.ts';
import type { RunEvent } from '../terms/run-event.ts';
import type { Attempting } from './attempting.ts';
import type { Brake } from './brake.ts';
import type { LandedRecords } from './landed-records.ts';
import type { MinuteLog } from './minute-log.ts';
import type { PresentRecords } from './present-records.ts';
import type { RequestSize } from './request-size.ts';

/** What all lanes of a run share. */
export interface SendPorts {
  readonly plan: Plan;
  readonly ledger: LedgerStore;
  readonly clock: Clock;
  readonly app: AppPorts;
  readonly traffic: Traffic;
  readonly found: FoundRecords;
  readonly routeOf: (kind: Kind) => Route;
  readonly brake: Brake;
  readonly stopController: StopController;
  readonly emit: (event: RunEvent) => void;
}

/** The app that the records go to. */
interface AppPorts {
  readonly attempt: Attempting;
  readonly reader: ServiceReader;
}

/** When requests leave, and how earlier requests ended. */
interface Traffic {
  readonly gate: Gate;
  readonly chatQuota: ChatQuota;
  readonly inFlight: InFlight;
  readonly health: ServiceHealth;
  readonly requestSize: RequestSize;
  readonly minutes: MinuteLog;
}

/** Records that are in the app. */
interface FoundRecords {
  /** Users and groups that the preflight has found. */
  readonly present: PresentRecords;
  readonly landed: LandedRecords;
}
