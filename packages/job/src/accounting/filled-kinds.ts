import type { Kind } from '@chatferry/contract';

/** Values by kind, without empty kinds. */
export type FilledKinds<Value> = Readonly<Partial<Record<Kind, Value>>>;

/** Leaves out the kinds whose numbers are all 0. */
export function filledKinds<Value>(byKind: FilledKinds<Value>): FilledKinds<Value> {
  const filled = Object.entries(byKind).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(filled);
}

/** A result without empty kinds. */
export type WithFilledKinds<Result extends { readonly kinds: Readonly<Record<Kind, unknown>> }> =
  Omit<Result, 'kinds'> & { readonly kinds: FilledKinds<Result['kinds'][Kind]> };

/** Leaves out empty kinds, as in every result of the library's functions. */
export function withFilledKinds<Result extends { readonly kinds: Readonly<Record<Kind, unknown>> }>(
  result: Result,
): WithFilledKinds<Result> {
  const kinds = filledKinds(result.kinds) as FilledKinds<Result['kinds'][Kind]>;
  return { ...result, kinds };
}

/** Whether a number is 0, or an object holds nothing but zeros. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === 0;
}
