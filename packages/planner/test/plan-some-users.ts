// Plans users of 1 KB each into a folder: node plan-some-users.ts FOLDER USERS
import { join } from 'node:path';
import type { RecordBlock } from '@chatferry/contract';
import { compile } from '../src/compile.ts';
import { openPlan, PlanError } from '../src/index.ts';
import { blockOf, provenance, rules, user } from './rig.ts';

const [folder, count] = process.argv.slice(2) as [string, string];
const path = join(folder, 'plan.sqlite');
const described = async () => provenance;
const filler = 'x'.repeat(1000);

function* blocks(): Generator<RecordBlock> {
  for (let index = 0; index < Number(count); index += 1000)
    yield blockOf(
      'users',
      Array.from({ length: 1000 }, (_, each) => user(`u${index + each}`, { metadata: { filler } })),
    );
}

try {
  const sources = [{ kind: 'users', file: 'users.csv', blocks }] as const;
  for await (const _ of compile({ path, rules, sources, onReject: () => {}, described })) void _;
  console.log(`planned ${openPlan(path).summary.kinds.users.planned}`);
} catch (error) {
  if (!(error instanceof PlanError)) throw error;
  console.log(`${error.code}: ${error.message}`);
}
