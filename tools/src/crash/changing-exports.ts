import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openPlan } from '@chatferry/planner';
import type { BulkSize } from '../generate/bulk-forum.ts';
import { writeExport } from '../generate/write-export.ts';
import { CommandProcess } from '../processes/command-process.ts';
import { Random } from '../generate/random.ts';

/** About the time that reading the export takes. */
const LONGEST_MS = 400;

const changes: readonly ((file: string) => void)[] = [
  (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  (file) => appendFileSync(file, '{"uid":"late","name":"Late"}\n'),
  (file) => {
    writeFileSync(`${file}.new`, readFileSync(file).subarray(0, -200));
    renameSync(`${file}.new`, file);
  },
];

/**
 * Plans an export repeatedly, and changes one of its files at a random moment each time. The plan must contain the
 * export as it was before or after the change, or planning must fail and name the file.
 *
 * @returns the number of refused plans, and a description of each mistake
 */
export async function changingExports(
  folder: string,
  { changes: wanted, seed, messages }: { changes: number; seed: number; messages: number },
): Promise<{ refused: number; mistakes: readonly string[] }> {
  const random = new Random(seed);
  const now = Math.floor(Date.now() / 1000);
  const size: BulkSize = { users: 60, groups: 5, memberships: 60, messages, seed, now };
  let refused = 0;
  for (let done = 0; done < wanted; done++) {
    const input = path.join(folder, 'export');
    const job = path.join(folder, 'job');
    const files = writeExport(input, size, 'ndjson');
    const file = files[random.between(0, files.length - 1)]!;
    const before = hashOf(file);
    const plan = ['plan', input, `--job=${job}`, '--max-rejects=100%', '--quiet'];
    const running = new CommandProcess(plan).ended();
    if (random.chance(0.8)) await Promise.race([running, begun(job)]);
    await setTimeout(random.between(0, LONGEST_MS));
    changes[random.between(0, changes.length - 1)]!(file);
    const { status, said } = await running;

    const isPlanned = existsSync(path.join(job, 'plan.sqlite'));
    if (status === 2 && !isPlanned && said.includes(`${path.basename(file)} changed while`))
      refused++;
    else if (!isPlanned || ![before, hashOf(file)].includes(plannedHash(job, file) ?? ''))
      return { refused, mistakes: [`Change ${done + 1}: status ${status}`, said] };
    rmSync(folder, { recursive: true });
  }
  return { refused, mistakes: [] };
}

/** Resolves just before the rows are read. */
async function begun(job: string): Promise<void> {
  for (let wait = 0; wait < 6000; wait++) {
    if (existsSync(path.join(job, 'plan.sqlite.building'))) return;
    await setTimeout(5);
  }
}

function plannedHash(job: string, file: string): string | undefined {
  using made = openPlan(path.join(job, 'plan.sqlite'));
  return made.inputs.find((input) => path.basename(input.file) === path.basename(file))?.sha256;
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
