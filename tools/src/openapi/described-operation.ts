import type { Fields } from './fields.ts';

/** The compared parts of one operation. */
export interface DescribedOperation {
  readonly method: string;
  /** With `{name}` for each path parameter. */
  readonly path: string;
  readonly onBehalfOf: 'none' | 'optional' | 'required';
  readonly query: Fields;
  readonly body: Fields;
}
