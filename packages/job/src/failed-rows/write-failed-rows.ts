import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Kind } from '@chatferry/contract';
import type { Plan, PlanInput } from '@chatferry/planner';
import type { JobFolder } from '../folder/job-folder.ts';
import { type FailedRows, failedRowsIn, writeFailedIndex } from '../input/failed-index.ts';
import { isUnchanged } from '../input/fingerprint.ts';
import { inputKey } from '../input/input-key.ts';
import type { FailedPlaces } from './failed-places.ts';
import { areRowsOfLines, rowsFromFile } from './rows-from-file.ts';
import { rowsFromPlan } from './rows-from-plan.ts';
import { type FailedRow, writeRows } from './write-rows.ts';

/**
 * Writes the failed rows into `failed/`, one file for each input. Each row is as it is in the input, with the reason
 * added, and can be repaired and planned again. When the input is missing or has changed, or when lines do not
 * find the rows, the records are written instead. Records of an export of another system are in one file for each kind, because the
 * export may consist of thousands of files.
 */
export async function writeFailedRows(
  job: JobFolder,
  plan: Plan,
  places: FailedPlaces,
): Promise<void> {
  rmSync(job.failed, { recursive: true, force: true });
  if (places.inputs.length === 0) return;
  mkdirSync(job.failed, { mode: 0o700 });
  const taken = new Set<string>();
  const index: Record<string, FailedRows> = {};
  const write = async (name: string, rows: FailedRowsOf, from: FailedRows): Promise<void> => {
    const free = freeName(name, taken);
    index[free] = from;
    await writeRows(path.join(job.failed, free), free.endsWith('.csv') ? 'csv' : 'ndjson', rows);
  };

  const unreadable = new Map<string, { readonly kind: Kind; readonly files: Set<string> }>();
  for (const { file, kind } of places.inputs) {
    const input = plan.inputs.find((each) => each.file === file && each.kind === kind);
    const source = input === undefined ? undefined : await unchangedSource(input, job);
    if (
      input === undefined ||
      source === undefined ||
      !(await areRowsOfLines(input, source, plan, places))
    ) {
      const key = input === undefined ? kind : inputKey(input);
      const known = unreadable.get(key);
      if (known === undefined) unreadable.set(key, { kind, files: new Set([file]) });
      else known.files.add(file);
    } else {
      const from = failedRowsIn(file) ?? { file, kind, areRecords: false };
      await write(nameFor(input, plan), rowsFromFile(input, source, plan, places), from);
    }
  }
  for (const { kind, files } of unreadable.values()) {
    const [file] = files;
    const records = rowsFromPlan(plan, kind, files, places);
    await write(`${kind}.ndjson`, records, { file: file!, kind, areRecords: true });
  }
  writeFailedIndex(job.failed, index);
}

type FailedRowsOf = AsyncIterable<FailedRow> | Iterable<FailedRow>;

/** Path of the input; undefined when the input has changed since planning, because another row may be in a failed row's place. */
async function unchangedSource(input: PlanInput, job: JobFolder): Promise<string | undefined> {
  const source = input.file === '-' ? job.stdin : input.file;
  return (await isUnchanged(source, input)) ? source : undefined;
}

/** The name of the input, and of the kind if the input holds several. The file is not compressed, and not a JSON array. */
function nameFor({ file, kind, format }: PlanInput, { inputs }: Plan): string {
  const extension = format === 'csv' ? 'csv' : 'ndjson';
  if (file === '-') return `${kind}.${extension}`;
  const stem = path.basename(file).replace(/(\.(csv|tsv|json|ndjson|jsonl))?(\.(gz|zst))?$/i, '');
  const isShared = inputs.filter((each) => each.file === file).length > 1;
  return `${isShared ? `${kind}-` : ''}${stem}.${extension}`;
}

function freeName(name: string, taken: Set<string>): string {
  const { name: stem, ext } = path.parse(name);
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${stem}-${number}${ext}`;
  taken.add(free);
  return free;
}
