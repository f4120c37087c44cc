import type { Result } from '../results/results.ts';
import type { PrintedForm, Io } from '../terms/io.ts';
import { kindsInOrder } from '@chatferry/contract';
import { filledKinds } from '@chatferry/job/planned';

/** Prints the change that a command made; with `--quiet` without a text. */
export function printChange(
  result: Result,
  line: string,
  form: PrintedForm,
  io: Pick<Io, 'out'>,
): void {
  print(result, form.quiet === true ? [] : [line], form, io);
}

/** Prints a result: as JSON with `--json`, otherwise as lines. */
export function print(
  result: Result,
  lines: readonly string[],
  { json }: PrintedForm,
  io: Pick<Io, 'out'>,
): void {
  if (json === true) io.out(resultJson(result));
  else for (const line of lines) io.out(line);
}

/** A result as a line of JSON. `chatferry.results.schema.json` describes it. */
export function resultJson(result: Result): string {
  return JSON.stringify(result, (_, value: unknown) =>
    isByKind(value) ? filledKinds(value) : value,
  );
}

function isByKind(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && kindsInOrder.every((kind) => kind in value);
}
