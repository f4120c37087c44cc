import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, type Clock, createClient, systemClock } from '@chatferry/client';
import {
  type FaultRule,
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from '@chatferry/local-service';
import { openPlan, type Plan } from '@chatferry/planner';
import {
  type Lease,
  type Ledger,
  type LedgerStore,
  openLedger,
  type Pacing,
  run,
  type RunEvent,
  type RunOptions,
  type RunResult,
  type StopSignals,
} from '../../src/index.ts';
import { quick, somewhere } from './options.ts';
import { makePlan, type PlanShape, type Rows } from './make-plan.ts';

export interface RigShape extends PlanShape {
  readonly service?: LocalServiceOptions;
  readonly clock?: Clock;
  readonly answerTimeoutMs?: number;
}

/** A plan, a running service, and what is needed to bring the one into the other. */
export interface Rig extends AsyncDisposable {
  readonly folder: string;
  readonly plan: Plan;
  readonly service: LocalService;
  readonly clock: Clock;
  /** Where the ledger is; may be set to another place before the first run. */
  ledgerPath: string;
  /** Runs the job with a ledger and client of its own, as a process would, to its end. */
  run(options?: Partial<RunOptions>, more?: RunMore): Promise<Ran>;
  /** Requests to the service that do more than read. */
  sends(): LocalService['requests'];
  /** Reads the ledger. */
  withLedger<T>(read: (ledger: Ledger) => T): T;
  /** As if the job had never been run. */
  forgetLedger(): void;
  /** Ids that the service holds, in the order they were stored. */
  held(kind: 'users' | 'groups' | 'messages'): string[];
}

interface RunMore {
  /** In place of the run of the sources. */
  readonly run?: typeof run;
  readonly stop?: StopSignals;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** In place of the SQLite file. */
  readonly ledger?: LedgerStore;
  readonly lease?: Lease;
  readonly pacing?: Pacing;
  readonly hold?: (forMs: number) => unknown;
  /** Sees each event; stops reading when it returns `'enough'`. */
  readonly onEvent?: (event: RunEvent) => unknown;
}

interface Ran {
  readonly events: readonly RunEvent[];
  /** `undefined` when the reader had enough. */
  readonly result: RunResult | undefined;
}

export { quick, somewhere };

export async function startRig(rows: Rows, shape: RigShape = {}): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-runner-'));
  const planPath = join(folder, 'plan.sqlite');
  await makePlan(planPath, rows, shape);
  const plan = openPlan(planPath);
  const service = await startLocalService({
    importRequestsPerMinute: 'unlimited',
    requestsPerMinute: 'unlimited',
    ...shape.service,
    faults: onImports(shape.service?.faults ?? []),
  });
  const setFaults = service.setFaults.bind(service);
  service.setFaults = (rules) => setFaults(onImports(rules));
  const clock = shape.clock ?? systemClock;

  const withClient = async <T>(more: RunMore, use: (client: Client) => Promise<T>): Promise<T> => {
    await using client = createClient({
      appId: service.appId,
      baseUrl: more.baseUrl ?? service.baseUrl,
      apiKey: more.apiKey ?? service.apiKey,
      // The same time as the run has; its own pace would show in what a test sees of the waits.
      clock,
      requestsPerMinute: { core: 'unlimited', standard: 'unlimited' },
      ...(shape.answerTimeoutMs === undefined ? {} : { answerTimeoutMs: shape.answerTimeoutMs }),
    });
    return await use(client);
  };

  const rig: Rig = {
    folder,
    plan,
    service,
    clock,
    ledgerPath: join(folder, 'ledger.sqlite'),
    run: (options = {}, more = {}) =>
      withClient(more, async (client) => {
        using file = more.ledger === undefined ? openLedger(rig.ledgerPath, plan, somewhere) : null;
        const ledger = more.ledger ?? file!;
        const { lease, pacing } = more;
        const hold = (forMs: number): void => void more.hold?.(forMs);
        const job = { plan, ledger, client, clock, random: () => 0.5, folder, lease, pacing, hold };
        const start = more.run ?? run;
        return await readAll(start(job, { ...quick, ...options }, more.stop), more.onEvent);
      }),
    sends: () =>
      service.requests.filter(({ operation }) => !/\.(list|listOne|get)$/.test(operation ?? '')),
    withLedger: (read) => {
      using ledger = openLedger(rig.ledgerPath, plan, somewhere);
      return read(ledger);
    },
    forgetLedger: () => rmSync(rig.ledgerPath),
    held: (kind) => {
      const key = { users: 'uid', groups: 'guid', messages: 'muid' }[kind];
      return service.db
        .prepare(`SELECT ${key} AS id FROM ${kind} ORDER BY rowid`)
        .all()
        .map(({ id }) => id as string);
    },
    [Symbol.asyncDispose]: async () => {
      plan.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return rig;
}

/** Rules that name no operation are for what writes: what a run reads first would use them up. */
function onImports(rules: readonly FaultRule[]): FaultRule[] {
  return rules.map((rule) => ({ operation: 'dataImport.*', ...rule }));
}

async function readAll(
  running: AsyncGenerator<RunEvent, RunResult>,
  onEvent: RunMore['onEvent'] = () => {},
): Promise<Ran> {
  const events: RunEvent[] = [];
  for (;;) {
    const next = await running.next();
    if (next.done === true) return { events, result: next.value };
    events.push(next.value);
    if (onEvent(next.value) === 'enough') {
      await running.return(undefined as never);
      return { events, result: undefined };
    }
  }
}
