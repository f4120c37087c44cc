// Writes docs/coverage.md: for each area of the service, what the operation table, the client, the local service and
// the conformance suite cover. With --check it writes nothing, and the exit status is 1 when the page is stale.
//
//   node --conditions=@chatferry/source tools/src/service-coverage.ts [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { coveragePage, type Skipped } from './service-coverage/page.ts';
import { probeLocalService } from './service-coverage/probe.ts';

const PAGE = new URL('../../docs/coverage.md', import.meta.url);
const SKIPPED = new URL('../../packages/client/test/conformance/skipped.json', import.meta.url);

/** Renders the page from the current sources. */
export async function currentCoveragePage(): Promise<string> {
  const skipped = JSON.parse(readFileSync(SKIPPED, 'utf8')) as Skipped;
  return coveragePage(await probeLocalService(), skipped);
}

/** @returns the exit status */
async function coverage(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { check: { type: 'boolean', default: false } } });
  const page = await currentCoveragePage();
  if (!values.check) {
    writeFileSync(PAGE, page);
    return 0;
  }
  if (readFileSync(PAGE, 'utf8') === page) return 0;
  console.error('docs/coverage.md is stale. Rebuild it with tools/src/service-coverage.ts.');
  return 1;
}

if (import.meta.main) process.exitCode = await coverage(process.argv.slice(2));
