import {
  type InputKind,
  importKinds,
  inputKinds,
  originOf,
  type Problem,
  type Row,
  wireOf,
} from '@chatferry/contract';
import {
  type ExportAccount,
  type FilePorts,
  openExport,
  readExport,
  type System,
} from '../src/index.ts';
import { testFolder } from './zip-file.ts';

export interface WholeExport extends Record<InputKind, Row[]> {
  /** `file:line` of each record, by kind, relative to the export. */
  readonly places: Record<InputKind, string[]>;
  readonly rejected: { file: string; line: number; codes: string[]; row: string }[];
  /** Of the rejected rows. */
  readonly problems: Problem[];
  /** Code and field of each warning. */
  readonly warnings: string[];
  /** Id, field and code of each field that was dropped. */
  readonly dropped: string[];
  /** When users are deactivated, by uid. */
  readonly deactivated: Record<string, unknown>;
  /** By guid. */
  readonly descriptions: Record<string, unknown>;
  readonly filtered: Record<string, number>;
  readonly account: ExportAccount;
  readonly notCarried: Row[];
  /** All that was written: no secret may be in it. */
  readonly everything: string;
}

/** Reads an export to its end, as records that are ready to be sent. */
export async function readAll(
  path: string,
  {
    options = {},
    from,
    media,
  }: {
    readonly options?: unknown;
    readonly from?: System;
    readonly media?: FilePorts | undefined;
  } = {},
): Promise<WholeExport> {
  using work = testFolder();
  using found = await openExport(path, from);
  if (found === undefined) throw new Error(`${path} is not an export.`);
  const lines: string[] = [];
  const onNotCarried = (line: string): void => void lines.push(line);
  using rows = await readExport(found, options, work.file('rows'), { onNotCarried, media });
  const records = Object.fromEntries(importKinds.map((kind) => [kind, []])) as never as Record<
    InputKind,
    Row[]
  >;
  const places = Object.fromEntries(importKinds.map((kind) => [kind, []])) as never as Record<
    InputKind,
    string[]
  >;
  const rejected: WholeExport['rejected'] = [];
  const allProblems: Problem[] = [];
  const warnings: string[] = [];
  const dropped: string[] = [];
  const deactivated: Record<string, unknown> = {};
  const descriptions: Record<string, unknown> = {};
  const filtered: Record<string, number> = {};
  for (const kind of inputKinds) {
    const rules = { now: 1_800_000_000, ids: 'map', threads: 0 } as const;
    for await (const block of rows.blocks(kind, path, rules)) {
      const file = block.file.replace(`${path}/`, '');
      for (let index = 0; index < block.records; index++) {
        const entry = Buffer.from(wireOf(block, index)).toString();
        (records[kind] ??= []).push(
          Object.values(JSON.parse(`{${entry}}`) as Record<string, Row>)[0]!,
        );
        (places[kind] ??= []).push(`${file}:${originOf(block, index).line}`);
      }
      for (const { index, kind: made, value } of block.derived)
        if (made === 'descriptions')
          descriptions[String(records[kind].at(index - block.records)!['guid'])] = value;
        else if (made === 'deactivations')
          deactivated[String(records[kind].at(index - block.records)!['uid'])] = value;
      for (const { line, problems, row } of block.rejected) {
        rejected.push({ file, line, codes: problems.map(({ code }) => code), row });
        allProblems.push(...problems);
      }
      warnings.push(...block.warnings.map(({ problem }) => `${problem.code} ${problem.field}`));
      for (const { id, field, problem } of block.dropped)
        dropped.push(`${id} ${field} ${problem.code}`);
      for (const [reason, count] of block.filtered ?? []) filtered[reason] = count;
    }
  }
  const { account } = rows;
  return {
    ...records,
    places,
    rejected,
    problems: allProblems,
    warnings,
    dropped,
    deactivated,
    descriptions,
    filtered,
    account,
    notCarried: lines.map((line) => JSON.parse(line) as Row),
    everything: JSON.stringify([records, rejected, account, lines]),
  };
}

/** The texts of all messages. */
export function textsOf({ messages }: WholeExport): unknown[] {
  return messages.map(({ data }) => (data as { text?: string }).text);
}

export function metadataOf({ messages }: WholeExport): unknown[] {
  return messages.map(({ data }) => (data as { metadata?: object }).metadata);
}
