import type { z } from 'zod';
import type { Api } from '../service/addresses.ts';
import type { Area } from './areas.ts';

/** What a key may do: `fullAccess` everything, `authOnly` create users and auth tokens. */
export type Scope = 'fullAccess' | 'authOnly';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The source of a fact: the interface specification, the published reference, or use by others. */
export type Source = 'specification' | 'reference' | 'third-party' | 'inferred';

/** One operation of the service, for both the client and the local service. */
export interface Operation {
  /** The specification's name of the resource area. */
  readonly area: Area;
  readonly api: Api;
  readonly method: Method;
  /** Below the API's base address, with `{name}` for each path parameter. */
  readonly path: string;
  /** The smallest scope of key that may call it; the management API has a key and a secret instead. */
  readonly scope: Scope | 'management';
  /** Whether the call can act as a user. */
  readonly onBehalfOf: 'none' | 'optional' | 'required';
  /**
   * Whether the request can be repeated safely when its answer was lost. A repeated creation may then be answered
   * with "already exists", a repeated deletion with "not found".
   */
  readonly repeatable: boolean;
  readonly budget: 'import' | 'core' | 'standard';
  /** The family of its pages: numbered (`page`, `perPage`) or cursors (`limit`, `affix`, `id`). */
  readonly paging?: 'page' | 'cursor';
  /**
   * The direction of a list by cursor, and the position before its first item. Without them the service may begin with the
   * newest page, from which no cursor leads to the older ones. Reactions have no position to start from.
   */
  readonly fromStart?: {
    readonly affix: 'append';
    readonly fromTimestamp?: number;
    readonly sentAt?: number;
  };
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body of a successful answer; unknown fields are kept. */
  readonly answer: z.ZodType;
  readonly source: Source;
  /** Sends `Content-Type` although it has no body. */
  readonly contentType?: 'application/json';
  /** The reference deprecates it; the operation to use instead. */
  readonly deprecated?: string;
}
