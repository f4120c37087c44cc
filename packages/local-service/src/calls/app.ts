import { randomUUID } from 'node:crypto';
import { limits, type Region } from '@chatferry/contract';
import type { ListReading } from '../lists/list-reading.ts';
import { CursorTotals } from '../lists/cursor-totals.ts';
import type { LocalServiceOptions } from '../options/options.ts';
import { Quotas } from '../quotas/quotas.ts';
import type { WindowKind } from '../options/request-window.ts';
import { DEFAULT_ROLE, findRole, insertRole } from '../storage/roles.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';
import type { Store } from '../storage/store.ts';

/** The app that the service serves. */
export interface App {
  readonly id: string;
  /** Random, created with the database. Distinguishes the database from a new one with the same app id. */
  readonly instanceId: string;
  readonly region: Region;
  /** Whether a caller with another region is refused: only if a region was chosen at the start. */
  readonly isRegionChosen: boolean;
  /** UNIX seconds; messages sent earlier are refused. `undefined`: no message is too old. */
  oldestSentAt(): number | undefined;
  readonly firstPage: ListReading['firstPage'];
  /** The kind of request windows, unless a fault rule assigns another one. */
  readonly quotaWindow: WindowKind;
  readonly quotas: Readonly<Record<WindowKind, Quotas>>;
  readonly cursorTotals: CursorTotals;
}

/** The app of the database, or a new one. */
export function openApp(store: Store, options: LocalServiceOptions): App {
  const id = options.appId ?? readSetting(store, 'app-id') ?? 'local-app';
  const chosen = options.region ?? (readSetting(store, 'region') as Region | undefined);
  const region = chosen ?? 'us';
  const instanceId = readSetting(store, 'instance-id') ?? randomUUID();
  writeSetting(store, 'instance-id', instanceId);
  writeSetting(store, 'app-id', id);
  if (chosen !== undefined) writeSetting(store, 'region', chosen);
  store.run(
    `INSERT INTO apps (id, name, region, version, api_keys, created_at) VALUES (?, 'Local app', ?, '3', '{}', ?)
     ON CONFLICT (id) DO UPDATE SET region = excluded.region`,
    id,
    region,
    store.seconds(),
  );
  if (findRole(store, DEFAULT_ROLE) === undefined)
    insertRole(store, { role: DEFAULT_ROLE, name: 'Default' });
  const { retentionMonths = limits.retentionMonths } = options;
  return {
    id,
    instanceId,
    region,
    isRegionChosen: chosen !== undefined,
    oldestSentAt: () =>
      retentionMonths === 'none' ? undefined : monthsBefore(store.now(), retentionMonths),
    firstPage: options.firstPage ?? 'newest',
    quotaWindow: options.quotaWindow ?? 'fixed',
    quotas: {
      fixed: new Quotas('fixed', options, store.now),
      sliding: new Quotas('sliding', options, store.now),
    },
    cursorTotals: new CursorTotals(),
  };
}

/** The time this many calendar months before `nowMs`, in UNIX seconds. If the resulting month has no such day, the result is its last day. */
function monthsBefore(nowMs: number, months: number): number {
  const date = new Date(nowMs);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return Math.floor(date.getTime() / 1000);
}
