// Compares the operation table with an OpenAPI description of the service: methods, paths, acting users, query and body
// fields with their types and allowed words, required fields, and whether the table reads the example answers.
// openapi/known-differences.json lists the known differences, each with the reason why the table differs.
//
//   node --conditions=@chatferry/source tools/src/compare-openapi.ts [--api chat|calls|management] FILE
//
// Exit status: 0 when every difference is known, 1 when a difference is not known, 2 for wrong usage.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Api } from '@chatferry/contract';
import { readDescription } from './openapi/description.ts';
import { differences } from './openapi/differences.ts';
import { knownDifferences } from './openapi/known-differences.ts';
import { tableOf } from './openapi/table.ts';

const APIS: readonly string[] = ['chat', 'calls', 'management'];

/** Prints the differences. @returns the exit status */
export function compareOpenapi(args: readonly string[], print: (line: string) => void): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { api: { type: 'string', default: 'chat' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1 || !APIS.includes(values.api)) {
    print('Usage: compare-openapi [--api chat|calls|management] FILE');
    return 2;
  }
  const description = readDescription(JSON.parse(readFileSync(file, 'utf8')));
  const known = knownDifferences();

  const found = differences(tableOf(values.api as Api), description);
  const news = found.filter((difference) => !known.has(difference));
  for (const difference of found)
    print(`${news.includes(difference) ? 'NEW  ' : 'known'} ${difference}`);
  const counts = `${news.length} new, ${found.length - news.length} known`;
  print(`${description.length} operations described, ${found.length} differences (${counts}).`);
  return news.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = compareOpenapi(process.argv.slice(2), console.log);
