// Plans users of 1 KB each into a folder: node plan-some-users.ts FOLDER USERS
import { join } from 'node:path';
import { PlanCompiler } from '../src/compiler.ts';
import { PlanError } from '../src/index.ts';
import { blockOf, provenance, rules, user } from './rig.ts';

const [folder, count] = process.argv.slice(2) as [string, string];
const filler = 'x'.repeat(1000);
try {
  using compiler = new PlanCompiler(join(folder, 'plan.sqlite'), rules, () => {});
  for (let index = 0; index < Number(count); index += 1000)
    compiler.add(
      blockOf(
        'users',
        Array.from({ length: 1000 }, (_, each) =>
          user(`u${index + each}`, { metadata: { filler } }),
        ),
      ),
    );
  console.log(`planned ${compiler.finish(provenance).kinds.users.planned}`);
} catch (error) {
  if (!(error instanceof PlanError)) throw error;
  console.log(`${error.code}: ${error.message}`);
}
