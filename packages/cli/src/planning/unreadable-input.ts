import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { JobError } from '@chatferry/job/planned';
import { Refusal } from '@chatferry/contract/refusal';

/** The most files of a folder to inspect. */
const MOST_FILES = 20;

/** The error of planning. If the inputs, whose names show no kind, cannot be read as rows, the error says what they are instead. */
export async function withContent(failure: unknown): Promise<unknown> {
  if (!(failure instanceof JobError) || failure.path === undefined) return failure;
  if (failure.code !== 'unknown-kind' && failure.code !== 'nothing-recognised') return failure;
  const { whyUnreadable } = await import('@chatferry/drafts');
  const files = filesAt(failure.path);
  const lines: string[] = [];
  for (const file of files) {
    const reason = await whyUnreadable(file);
    // This file may have rows, so only a name or a declaration for the kind of its records is missing.
    if (reason === undefined) return failure;
    lines.push(`${file}: ${reason}`);
  }
  if (lines.length === 0) return failure;
  return new Refusal(
    files.length === 1 ? lines : [`Nothing in ${failure.path} contains rows:`, ...lines],
    'Rows are read from CSV, JSON and NDJSON, also compressed, and from exports of the systems that docs/systems.md lists.',
  );
}

function filesAt(at: string): readonly string[] {
  if (!statSync(at).isDirectory()) return [at];
  return readdirSync(at)
    .map((name) => path.join(at, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .slice(0, MOST_FILES);
}
