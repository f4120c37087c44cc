import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** A file that a job may write, described for the people who take over the folder. */
export interface JobFile {
  /** In the job folder; a folder ends with a slash. */
  readonly name: string;
  readonly holds: string;
  /** The personal data that it contains. */
  readonly personal: 'names and texts' | 'ids' | 'none';
}

/** The files of a job folder; docs/job-folder.md describes the same. */
export const jobFiles: readonly JobFile[] = [
  { name: 'report.html', holds: 'This page.', personal: 'ids' },
  {
    name: 'plan.sqlite',
    holds: 'Every record in the form it is sent in, in the order of sending, with its origin.',
    personal: 'names and texts',
  },
  {
    name: 'ledger.sqlite',
    holds:
      'The target of the records, their outcomes, and every record that did not simply succeed. A run continues from here.',
    personal: 'names and texts',
  },
  {
    name: 'ledger-undone.sqlite',
    holds: 'The ledger of a job whose records were removed from the app.',
    personal: 'names and texts',
  },
  {
    name: 'undo/',
    holds: 'The plan, the ledger and the lists of the removal, with values before a change.',
    personal: 'names and texts',
  },
  {
    name: 'repair/',
    holds: 'The changes of a repair, as jobs of their own, with the values before.',
    personal: 'names and texts',
  },
  {
    name: 'follow.sqlite',
    holds: 'Of a job that follows: the keys and hashes of the rows, and what the app holds.',
    personal: 'ids',
  },
  {
    name: 'segment/',
    holds: 'The next segment of the plan while it is made.',
    personal: 'names and texts',
  },
  {
    name: 'rejects.jsonl',
    holds: 'The rows that could not become records, with reason and fix.',
    personal: 'names and texts',
  },
  {
    name: 'dropped.jsonl',
    holds: 'The optional fields that were left out of records, with their values.',
    personal: 'names and texts',
  },
  {
    name: 'not-carried.jsonl',
    holds: 'The records of the export that are not carried, such as reactions, with the reason.',
    personal: 'names and texts',
  },
  {
    name: 'changed.jsonl',
    holds: 'The records that landed in the job before this one and have other content now.',
    personal: 'ids',
  },
  {
    name: 'gone.jsonl',
    holds: 'The records that landed in the job before this one and are no longer in the export.',
    personal: 'ids',
  },
  {
    name: 'later-jobs.jsonl',
    holds: 'The folders of jobs that were planned after this one.',
    personal: 'none',
  },
  {
    name: 'errors.jsonl',
    holds: 'The records that did not land, with the service’s words.',
    personal: 'names and texts',
  },
  {
    name: 'failed/',
    holds: 'The rows of these records, to be repaired and imported.',
    personal: 'names and texts',
  },
  {
    name: 'id-map.csv',
    holds: 'Every id that had to be changed, for the login code of the app.',
    personal: 'ids',
  },
  {
    name: 'verify.json',
    holds: 'What the latest comparison with the service found.',
    personal: 'ids',
  },
  {
    name: 'differences.jsonl',
    holds: 'Every difference that it found, field by field, with both values.',
    personal: 'names and texts',
  },
  {
    name: 'view.sqlite',
    holds:
      'A cache with which records and conversations are found. It can be removed; it is made again.',
    personal: 'names and texts',
  },
  {
    name: 'held.tmp',
    holds: 'Work file of a comparison; the next one removes what a killed one left.',
    personal: 'names and texts',
  },
  {
    name: 'compared.tmp',
    holds: 'Work file of a run that compares; the next one removes what a killed one left.',
    personal: 'names and texts',
  },
  { name: 'run.log', holds: 'What the runs did: ids, codes and counts.', personal: 'ids' },
  {
    name: 'export-rows/',
    holds: 'Rows of an export while it is planned; the next plan removes what a killed one left.',
    personal: 'names and texts',
  },
  {
    name: 'stdin',
    holds: 'What came from stdin, when that was the input.',
    personal: 'names and texts',
  },
  {
    name: 'progress.json',
    holds: 'The rate of a run and the cause of a delay, during the run.',
    personal: 'none',
  },
  { name: 'control.json', holds: 'What pause, resume and rate asked for.', personal: 'none' },
  { name: 'lock.sqlite', holds: 'Who works on the job at the moment.', personal: 'none' },
];

export interface PresentFile extends JobFile {
  /** For a folder, the sum over its files. */
  readonly bytes: number;
}

/** The files that exist. */
export function presentFiles(folder: string): PresentFile[] {
  return jobFiles.flatMap((file) => {
    const bytes = sizeOf(path.join(folder, file.name));
    return bytes === undefined ? [] : [{ ...file, bytes }];
  });
}

function sizeOf(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isDirectory()) return found.size;
  return readdirSync(file).reduce((sum, name) => sum + (sizeOf(path.join(file, name)) ?? 0), 0);
}
