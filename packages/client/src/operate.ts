import type { AnswerOf, OperationName } from '@chatferry/contract';
import type { ItemOf, ListName, RequestArgument } from './calling/request.ts';

/** One operation as a function: a list for `for await`, or a call. */
export type Operate<Name extends OperationName, Comments = unknown> = Name extends ListName
  ? (...request: RequestArgument<Name, Comments>) => AsyncIterable<ItemOf<Name>>
  : (...request: RequestArgument<Name, Comments>) => Promise<AnswerOf<Name>>;
