import type { DatabaseSync } from 'node:sqlite';
import type { OperationName, Region } from '@chatferry/contract';
import type { FaultRule } from './faults/fault-rule.ts';
import type { LocalServiceOptions } from './options.ts';

/** One request as the service saw it. */
export interface SeenRequest {
  /** Absent: no operation has this method and path. */
  readonly operation: OperationName | undefined;
  /** Absent: it was never answered. */
  readonly status: number | undefined;
  /** Milliseconds since 1970 by the service's clock, when the request arrived. */
  readonly at: number;
}

/** A running local service. `await using` closes it. */
export interface LocalService extends AsyncDisposable {
  readonly port: number;
  readonly appId: string;
  readonly region: Region;
  /** One with the scope `fullAccess`. */
  readonly apiKey: string;
  /** One with the scope `authOnly`. */
  readonly authOnlyKey: string;
  readonly management: { readonly key: string; readonly secret: string };
  /** `http://127.0.0.1:PORT/v3` */
  readonly baseUrl: string;
  /** `http://127.0.0.1:PORT/calls-api/v3` */
  readonly callsBaseUrl: string;
  /** `http://127.0.0.1:PORT/management` */
  readonly managementBaseUrl: string;
  /** What the service holds, for looking and for changing behind its back. */
  readonly db: DatabaseSync;
  /** Requests since the start, good and bad. */
  readonly requestCount: number;
  /** The last 10,000 of them, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** From the next request on, misbehaves by these rules and no others. */
  setFaults(rules: readonly FaultRule[]): void;
  /** From the next request on, the key is unknown. */
  revokeKey(apiKey: string): void;
  /** A new key in the place of this one, which becomes unknown. @throws {Error} for an unknown key */
  rotateKey(apiKey: string): string;
  /** Stops listening, drops open connections, closes the file. */
  close(): Promise<void>;
}

/**
 * Starts the service on this machine.
 * @throws {LocalServiceError}
 */
export async function startLocalService(_options: LocalServiceOptions = {}): Promise<LocalService> {
  throw new Error('not yet');
}
