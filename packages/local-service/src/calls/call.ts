import type { BodyOf, OperationName, PathParametersOf, QueryOf } from '@chatferry/contract';
import type { App } from './app.ts';
import type { ListReading } from '../lists/list-reading.ts';
import type { Keys } from './keys.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { Store } from '../storage/store.ts';
import type { Answer } from '../terms/answer.ts';

/** An authenticated request whose parts are valid for the operation. */
export interface Call<Name extends OperationName> {
  /** With ids in lower case. */
  readonly path: PathParametersOf<Name>;
  readonly query: Exclude<QueryOf<Name>, undefined>;
  /** For an import: any body, because its handler checks it. */
  readonly body: Exclude<BodyOf<Name>, undefined>;
  /** The uid of the acting user. */
  readonly actor: string | undefined;
  /** The key of the request; none for the management API. */
  readonly apiKey: string;
  readonly keys: Keys;
  readonly store: Store;
  readonly app: App;
  readonly lists: ListReading;
  readonly quotas: Quotas;
}

/** Answers one operation. Runs inside a transaction of its own. */
export type Handler<Name extends OperationName> = (call: Call<Name>) => Answer;

/** Handlers of some operations, each checked against the types of its operation. */
export type Handlers = { readonly [Name in OperationName]?: Handler<Name> };

/** A handler for every operation of the contract. */
export type AllHandlers = { readonly [Name in OperationName]: Handler<Name> };
