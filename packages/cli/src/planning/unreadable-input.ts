import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { JobError } from '@chatferry/job/planned';
import { Refusal } from '../terms/refusal.ts';

/** Files of a folder that are looked at. */
const MOST_FILES = 20;

/** The error of planning, with what the inputs are where they cannot be read as rows: their names show no kind. */
export async function withContent(error: unknown): Promise<unknown> {
  if (!(error instanceof JobError) || error.path === undefined) return error;
  if (error.code !== 'unknown-kind' && error.code !== 'nothing-recognised') return error;
  const { whyUnreadable } = await import('@chatferry/drafts');
  const files = filesAt(error.path);
  const reasons = await Promise.all(files.map(async (file) => whyUnreadable(file)));
  const lines = files.flatMap((file, index) =>
    reasons[index] === undefined ? [] : [`${file}: ${reasons[index]}`],
  );
  // Other files may have rows: their names, or declarations, have to say of which kind.
  if (lines.length === 0 || lines.length < files.length) return error;
  return new Refusal(
    files.length === 1 ? lines : [`Nothing in ${error.path} contains rows:`, ...lines],
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
