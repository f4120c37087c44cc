import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { JobFolder } from '@chatferry/job';
import type { SegmentPositions } from '@chatferry/job/following';
import {
  type AddedSegment,
  appendSegment,
  type CompanionFile,
  type Plan,
} from '@chatferry/planner';
import { forgetGone, noteGone } from '../changes/gone-records.ts';
import { clearKey, endWaiting, letWait, ring } from '../changes/rung-keys.ts';
import { FollowState } from '../state/follow-state.ts';
import { forgetRow, holdRow, keepRow, keysOfId } from '../state/planned-rows.ts';
import type { DecidedKey } from './decide-keys.ts';
import type { MadeSegment } from './make-segment.ts';

/**
 * Appends a segment to the plan and clears its keys, in one transaction. For an empty segment, only clears the keys.
 *
 * @returns undefined for an empty segment
 */
export function sealSegment(
  job: JobFolder,
  state: FollowState,
  plan: Plan,
  { folder, isEmpty, keys }: MadeSegment,
  readAt: number,
): AddedSegment | undefined {
  if (isEmpty) {
    state.transaction(() => applyOutcomes(state, keys, readAt));
    return undefined;
  }
  const rungAt = oldestRing(state, keys) ?? readAt;
  const position = Math.max(0, ...keys.map(({ rung }) => rung.position));
  const positions: SegmentPositions = { readAt, rungAt, keys: keys.length, position };
  return appendSegment({
    path: job.plan,
    after: plan.id,
    segment: folder.plan,
    positions,
    state: state.path,
    change: (db, { id }) => {
      const inBoth = new FollowState(state.path, db);
      applyOutcomes(inBoth, keys, readAt);
      inBoth.setFact('latest', id);
    },
    writeFiles: (causes) => appendedFiles(plan.files, job, folder, causes),
  });
}

function oldestRing(state: FollowState, keys: readonly DecidedKey[]): number | undefined {
  const find = state.sql('SELECT rung_at AS at FROM rung WHERE query = ? AND key = ?');
  const times = keys
    .filter(({ outcome }) => outcome.is !== 'waiting')
    .map(({ rung }) => find.get(rung.query, rung.key)?.['at'] as number | undefined);
  const known = times.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : known.reduce((one, other) => Math.min(one, other));
}

/** Call it in a transaction. */
function applyOutcomes(state: FollowState, keys: readonly DecidedKey[], now: number): void {
  for (const { rung, range, before, unsent, staying, outcome } of keys) {
    const place = { query: rung.query, range, key: rung.key };
    const ids = before?.ids ?? [];
    noteGone(state, rung.query, staying);
    if (outcome.is === 'planned') {
      forgetGone(state, rung.query, outcome.row.ids);
      keepRow(state, { ...outcome.row, ids: [...outcome.row.ids, ...unsent] }, before);
      clearKey(state, rung);
      continue;
    }
    if (outcome.is === 'waiting') {
      if (outcome.row !== undefined) keepRow(state, { ...outcome.row, ids }, before);
      else if (before !== undefined) holdRow(state, place, ids, before);
      letWait(state, rung, outcome.reason, outcome.waitFor);
    } else if (unsent.length > 0) {
      holdRow(state, place, unsent, before);
      letWait(state, rung, 'unsent', null);
    } else {
      forgetRow(state, place, before);
      clearKey(state, rung);
    }
    if (outcome.is === 'waiting' && outcome.row !== undefined) continue;
    for (const id of ids) {
      endWaiting(state, 'taken-id', id);
      ring(state, rung.query, keysOfId(state, rung.query, id), now);
    }
  }
}

/** The files that belong to a plan and grow with it. */
const names = ['rejects', 'dropped', 'notCarried', 'changed', 'gone'] as const;

/** Appends the lines of a segment to the files of the plan. First cuts off lines that a killed process has appended. */
function appendedFiles(
  files: readonly CompanionFile[],
  job: JobFolder,
  segment: JobFolder,
  causes: number,
): readonly CompanionFile[] {
  const found = new Map(files.map((file) => [file.name, file]));
  for (const name of names) {
    const file = path.basename(job[name]);
    const added = existsSync(segment[name]) ? readFileSync(segment[name], 'utf8') : '';
    const known = found.get(file);
    if (known !== undefined && existsSync(job[name])) truncateSync(job[name], known.bytes);
    // A file that no segment names was written by a killed process, and may end within a line.
    const isListed = name === 'gone' && known !== undefined && existsSync(job.gone);
    const lines =
      name === 'rejects'
        ? withCauses(added, causes)
        : isListed
          ? withoutListed(job.gone, added)
          : added;
    if (lines === '') continue;
    appendWhole(job[name], lines, known === undefined);
    const content = readFileSync(job[name]);
    found.set(file, {
      name: file,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  }
  return [...found.values()];
}

/** The lines that the file lacks. A gone record may be decided about again: when it is to be removed from now on, or when it came back. */
function withoutListed(file: string, added: string): string {
  const lines = new Set(added.split('\n').filter((line) => line !== ''));
  const listed = readFileSync(file);
  for (let at = 0; at < listed.length && lines.size > 0;) {
    const end = listed.indexOf(NEW_LINE, at);
    lines.delete(listed.toString('utf8', at, end));
    at = end + 1;
  }
  return [...lines].map((line) => `${line}\n`).join('');
}

const NEW_LINE = 0x0a;

function appendWhole(file: string, text: string, isNew: boolean): void {
  const descriptor = openSync(file, isNew ? 'w' : 'a', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Changes the causes in lines of rejected rows to the causes of the plan. */
function withCauses(lines: string, causes: number): string {
  if (causes === 0) return lines;
  return lines
    .split('\n')
    .map((line) => {
      if (line === '') return line;
      const reject = JSON.parse(line) as { cause: number };
      return JSON.stringify({ ...reject, cause: reject.cause + causes });
    })
    .join('\n');
}
