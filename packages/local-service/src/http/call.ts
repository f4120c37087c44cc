import type { BodyOf, OperationName, PathParametersOf, QueryOf } from '@chatferry/contract';
import type { App } from '../app.ts';
import type { Keys } from '../keys.ts';
import type { Store } from '../storage/store.ts';
import type { Answer } from './answer.ts';

/** An authenticated request whose parts fit the operation. */
export interface Call<Name extends OperationName> {
  /** Ids in it are lower-case. */
  readonly path: PathParametersOf<Name>;
  readonly query: Exclude<QueryOf<Name>, undefined>;
  /** Of an import: whatever was sent, as its own rules apply. */
  readonly body: Exclude<BodyOf<Name>, undefined>;
  /** The uid the call acts as. */
  readonly actor: string | undefined;
  /** The key it came with; none for the management API. */
  readonly apiKey: string;
  readonly keys: Keys;
  readonly store: Store;
  readonly app: App;
}

/** Answers one operation. Runs inside a transaction that lasts as long as it does. */
export type Handler<Name extends OperationName> = (call: Call<Name>) => Answer;

/** Handlers of some operations, each checked against what its operation carries. */
export type Handlers = { readonly [Name in OperationName]?: Handler<Name> };

/** A handler for every operation of the contract. */
export type AllHandlers = { readonly [Name in OperationName]: Handler<Name> };
