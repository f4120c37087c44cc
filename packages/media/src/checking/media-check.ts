import type { Clock } from '@chatferry/client';
import type { Access } from '../folder/access.ts';
import type { HostHeaders } from '../network/host-headers.ts';
import type { Lookup } from '../network/private-addresses.ts';
import type { Cause } from '../terms/cause.ts';
import type { MediaKind } from '../terms/media-source.ts';

export interface CheckOptions {
  /** Files of each host whose sizes are requested. Default: none, and nothing is sent. */
  readonly sample?: number | undefined;
  readonly headers?: HostHeaders | undefined;
  readonly privateHosts?: readonly string[] | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly lookup?: Lookup | undefined;
}

export interface MediaCheck {
  /** Files, each counted once. */
  readonly files: number;
  /** How often records name these files. */
  readonly uses: number;
  /** The hosts with most files first, at most 100. */
  readonly hosts: readonly HostCheck[];
  /** Hosts that are not listed. */
  readonly moreHosts: number;
}

export interface HostCheck {
  /** The host with its port; empty for files of the export. */
  readonly host: string;
  readonly files: number;
  readonly uses: number;
  readonly kinds: Readonly<Record<MediaKind, number>>;
  readonly access: Readonly<Record<Access, number>>;
  /** The kinds of signatures. */
  readonly schemes: readonly string[];
  /** Signatures that have ended, and signatures that will end. Times are UNIX seconds. */
  readonly expired: number;
  readonly expiring: number;
  readonly firstEndsAt: number | undefined;
  readonly lastEndsAt: number | undefined;
  /** The time of the oldest message that names one of the files, in UNIX seconds. */
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
  readonly sampled?: SampledFiles;
}

/** The results of requests for some files of a host. */
export interface SampledFiles {
  readonly asked: number;
  /** Files that the host would send. */
  readonly available: number;
  /** The mean size of the available files whose size the host states, times all files of the host. */
  readonly estimatedBytes: number | undefined;
  /** Why the other files are not available. */
  readonly causes: Readonly<Partial<Record<Cause, number>>>;
}
