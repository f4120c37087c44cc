import { type Kind, kindsInOrder, wireOf } from '@chatferry/contract';
import {
  defaultPlanSettings,
  filePieces,
  findInputs,
  type FoundInput,
  otherKinds,
  type OtherKinds,
} from '@chatferry/job/planning';
import { explainError } from '@chatferry/job/planned';
import { type KindMapping, readRecords } from '@chatferry/parsers';
import { declaredOf, mappingOf } from '../configuration/file-mapping.ts';
import type { Configuration } from '../configuration/schema.ts';

/** What a plan would make of the first rows. */
export interface Preview {
  /** Records as they would be sent, as JSON, by kind. */
  readonly records: ReadonlyMap<Kind, readonly string[]>;
  /** Rows that would be rejected, and files that cannot be read yet. */
  readonly problems: readonly string[];
}

/** Records that are shown of a kind. */
const SHOWN = 5;

/**
 * Reads the first rows of each file with the configuration. Times whose zone is not set yet are read as UTC.
 *
 * @param now UNIX seconds
 */
export async function previewOf(
  inputs: readonly string[],
  configuration: Configuration,
  followLinks: boolean,
  now: number,
): Promise<Preview> {
  const records = new Map<Kind, string[]>();
  const problems: string[] = [];
  const shownIn = { zone: 'UTC', ...configuration };
  const found = findInputs(inputs, {
    of: (file) => declaredOf(file, configuration),
    otherwise: {},
    followLinks,
  });
  const readings = found.inputs.map((input) => ({
    ...input,
    mapping: mappingOf(input.file, input.kind, shownIn, input.part),
  }));
  for (const reading of readings) {
    const input = { ...reading, ...otherKinds(reading, readings), others: false as const };
    const shown = records.get(input.kind) ?? [];
    records.set(input.kind, shown);
    try {
      const problem = await addFirstRows(input, now, shown);
      if (problem !== undefined) problems.push(problem);
    } catch (error) {
      const explained = explainError(error);
      if (explained === undefined) throw error;
      problems.push(
        [...explained.lines, ...(explained.fix === undefined ? [] : [explained.fix])].join(' '),
      );
    }
  }
  return {
    records: new Map(
      kindsInOrder.flatMap((kind) => (records.has(kind) ? [[kind, records.get(kind)!]] : [])),
    ),
    problems,
  };
}

/** @returns the problem of the first rejected row, if more rows are rejected than not */
async function addFirstRows(
  { path, ...reading }: FoundInput & OtherKinds & { readonly mapping: KindMapping },
  now: number,
  shown: string[],
): Promise<string | undefined> {
  const rules = { now, ids: defaultPlanSettings.ids, threads: 0 };
  const input = {
    ...reading,
    bytes: filePieces(path!),
    again: () => filePieces(path!),
  };
  for await (const block of readRecords(input, rules)) {
    for (let index = 0; index < block.records && shown.length < SHOWN; index++)
      shown.push(jsonOf(wireOf(block, index)));
    const [first] = block.rejected;
    if (block.records === 0 && first === undefined) continue;
    if (first === undefined || block.rejected.length < block.records) return undefined;
    const { message, fix } = first.problems[0]!;
    return `${reading.file}:${first.line}: ${message} ${fix ?? ''}`.trimEnd();
  }
  return undefined;
}

/** The record without its id in front. */
function jsonOf(wire: Uint8Array): string {
  const [record] = Object.values(JSON.parse(`{${Buffer.from(wire).toString()}}`) as object);
  return JSON.stringify(record);
}
