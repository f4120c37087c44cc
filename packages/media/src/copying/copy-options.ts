import type { Clock } from '@chatferry/client';
import type { OpenFile } from '../fetching/copy-file.ts';
import type { HostHeaders } from '../network/host-headers.ts';
import type { Lookup } from '../network/private-addresses.ts';
import type { CopyTotals } from './copy-totals.ts';

export interface CopyOptions {
  /** The folder for the copies: a new folder, or the folder of an earlier call, which is continued. */
  readonly to: string;
  /** The address at which the app will reach the folder `files`; without it no map is written. */
  readonly publicBase?: string | undefined;
  /** Headers for hosts that need a token or a cookie. Default: none. */
  readonly headers?: HostHeaders | undefined;
  /** Hosts of private networks that may be contacted. Default: none. */
  readonly privateHosts?: readonly string[] | undefined;
  /** Opens a file of an export. Default: there are none. */
  readonly openFile?: OpenFile | undefined;
  /** The most files, and bytes, that this call copies. Default: all. */
  readonly maxFiles?: number | undefined;
  readonly maxBytes?: number | undefined;
  /** Larger files are not copied. Default: 10 GB. */
  readonly maxFileBytes?: number | undefined;
  /** While this many files wait, no further source is read: for addresses that expire soon. Default: no limit. */
  readonly mostWaiting?: number | undefined;
  readonly bytesPerSecond?: number | undefined;
  /** Default: a minute. */
  readonly timeoutMs?: number | undefined;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
  /** Resolves host names. Default: the system. */
  readonly lookup?: Lookup | undefined;
}

export interface CopyProgress {
  /** Files copied in this call. */
  readonly files: number;
  readonly bytes: number;
  readonly failed: number;
  /** Files that this call copies; undefined until all of them are known. */
  readonly all: number | undefined;
}

export interface CopyResult extends CopyTotals {
  /** Files and bytes copied in this call. */
  readonly copiedNow: { readonly files: number; readonly bytes: number };
  /** Why the call ended before everything was tried. */
  readonly stopped: 'max-files' | 'max-bytes' | undefined;
  /** The map that a plan takes; absent without a public base. */
  readonly map: string | undefined;
}
