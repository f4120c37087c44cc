import { systemClock } from '@chatferry/client';
import { MediaLedger } from '../folder/media-ledger.ts';
import type { MediaSource } from '../terms/media-source.ts';
import { accesses } from '../folder/access.ts';
import type { CheckOptions, HostCheck, MediaCheck } from './media-check.ts';
import { sampleHosts } from './sample-hosts.ts';

const MOST_HOSTS = 100;
const SOURCES_PER_COMMIT = 500;

/** Counts files by host, by access and by the end of their signatures. Nothing is sent without a sample. */
export async function checkMedia(
  sources: AsyncIterable<MediaSource> | Iterable<MediaSource>,
  options: CheckOptions = {},
): Promise<MediaCheck> {
  const { sample = 0, signal, clock = systemClock } = options;
  using ledger = new MediaLedger('');
  let some: MediaSource[] = [];
  for await (const source of sources) {
    signal?.throwIfAborted();
    if (some.push(source) < SOURCES_PER_COMMIT) continue;
    ledger.add(some);
    some = [];
  }
  ledger.add(some);
  const hosts = hostsIn(ledger, Math.floor(clock.now() / 1000));
  const shown = hosts.slice(0, MOST_HOSTS);
  const sampled = sample > 0 ? await sampleHosts(ledger, shown, { ...options, sample }) : undefined;
  return {
    files: sum(hosts, ({ files }) => files),
    uses: sum(hosts, ({ uses }) => uses),
    hosts: shown.map((each) => {
      const found = sampled?.get(each.host);
      return found === undefined ? each : { ...each, sampled: found };
    }),
    moreHosts: hosts.length - shown.length,
  };
}

interface HostRow {
  readonly host: string;
  readonly files: number;
  readonly uses: number;
  readonly attachment: number;
  readonly avatar: number;
  readonly icon: number;
  readonly local: number;
  readonly signed: number;
  readonly token: number;
  readonly open: number;
  readonly schemes: string | null;
  readonly expired: number;
  readonly expiring: number;
  readonly firstEndsAt: number | null;
  readonly lastEndsAt: number | null;
  readonly oldest: number | null;
  readonly newest: number | null;
}

/** A column with the number of rows that have a value. */
function counted(column: string, value: string): string {
  return `count(*) FILTER (WHERE ${column} = '${value}') AS "${value}"`;
}

function hostsIn(ledger: MediaLedger, now: number): HostCheck[] {
  const rows = ledger.all<HostRow>(
    `SELECT host, count(*) AS files, sum(uses) AS uses,
      ${['attachment', 'avatar', 'icon'].map((kind) => counted('kind', kind)).join(', ')},
      ${accesses.map((access) => counted('access', access)).join(', ')},
      group_concat(DISTINCT scheme) AS schemes,
      count(*) FILTER (WHERE expires_at <= ?1) AS expired,
      count(*) FILTER (WHERE expires_at > ?1) AS expiring,
      min(expires_at) FILTER (WHERE expires_at > ?1) AS firstEndsAt,
      max(expires_at) FILTER (WHERE expires_at > ?1) AS lastEndsAt,
      min(first_at) AS oldest, max(last_at) AS newest
    FROM files GROUP BY host ORDER BY count(*) DESC, host`,
    now,
  );
  return rows.map((row) => ({
    host: row.host,
    files: row.files,
    uses: row.uses,
    kinds: { attachment: row.attachment, avatar: row.avatar, icon: row.icon },
    access: { local: row.local, signed: row.signed, token: row.token, open: row.open },
    schemes: row.schemes?.split(',') ?? [],
    expired: row.expired,
    expiring: row.expiring,
    firstEndsAt: row.firstEndsAt ?? undefined,
    lastEndsAt: row.lastEndsAt ?? undefined,
    oldest: row.oldest ?? undefined,
    newest: row.newest ?? undefined,
  }));
}

function sum(hosts: readonly HostCheck[], value: (host: HostCheck) => number): number {
  return hosts.reduce((total, host) => total + value(host), 0);
}
