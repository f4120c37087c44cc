/** The files of a system that does not exist, as the recipe in `packages/sources/README.md` asks for them. */
export const inventedSystem: Readonly<Record<string, string>> = {
  'options.ts': `import { z } from 'zod';

export const parleyOptions = z.strictObject({ bots: z.enum(['keep', 'skip']).default('keep') });
export type ParleyOptions = z.infer<typeof parleyOptions>;
`,
  'ids.ts': 'export const ID_RULE = 1;\n',
  'recognise.ts': `import type { Archive } from '../../archive/archive.ts';

export function recogniseParley({ entries }: Archive): Promise<string | undefined> {
  const found = entries.some(({ name }) => name === 'lines.json');
  return Promise.resolve(found ? 'lines.json has the lines of Parley' : undefined);
}
`,
  'read.ts': `import type { Archive } from '../../archive/archive.ts';
import { elementsOf } from '../../reading/elements.ts';
import { findRecords } from '../../reading/find-records.ts';
import { object } from '../../reading/values.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { FindOriginals } from '../../rows/source-words.ts';
import type { ParleyOptions } from './options.ts';

export async function readParley(
  archive: Archive,
  { bots }: ParleyOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const entry = archive.entries.find(({ name }) => name === 'lines.json')!;
  const file = archive.placeOf(entry);
  const people = new Set<string>();
  for await (const batch of elementsOf(archive, entry))
    for (const { line, value } of batch) {
      const { id, who, whom, said, at, isBot } = object(value);
      out.count('lines');
      const place = { file, line };
      if (isBot === true && bots === 'skip') {
        out.filter('messages', 'a bot wrote them');
        continue;
      }
      for (const person of [who, whom])
        if (typeof person === 'string' && !people.has(person)) {
          people.add(person);
          out.row('users', place, { uid: person, name: person });
        }
      out.row('messages', place, { muid: 'parley-' + id, sender: who, receiver: whom, receiverType: 'user', category: 'message', type: 'text', data: { text: said }, sentAt: at });
    }
  return (of, lines) => findRecords(archive, of, lines, elementsOf, ({ value }) => JSON.stringify(value));
}
`,
  'index.ts': `import { mayHaveJson } from '../../reading/json-entries.ts';
import { timeAt } from '../../rows/source-words.ts';
import { system } from '../system.ts';
import { ID_RULE } from './ids.ts';
import { parleyOptions } from './options.ts';
import { recogniseParley } from './recognise.ts';

export const parley = system({
  title: 'Parley',
  options: parleyOptions,
  ids: 'map',
  idRule: ID_RULE,
  timeIn: timeAt('at', 'UNIX seconds'),
  mayBe: mayHaveJson,
  recognise: recogniseParley,
  load: async () => (await import('./read.ts')).readParley,
});
`,
};

/** Its name in the list of names, and its line in the table of systems. */
export const inventedNames = {
  'names.ts': (text: string): string => text.replace('export const systems = [', "$&\n  'parley',"),
  'index.ts': (text: string): string =>
    `import { parley } from './parley/index.ts';\n${text.replace('const all = {', '$&\n  parley,')}`,
};

/** Plans an export of it, of which one line has no time and a bot wrote another, and prints the outcome. */
export const planOfParley = `
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { planFiles } from 'chatferry';
const folder = mkdtempSync('export-');
const at = Math.floor(Date.now() / 1000) - 60;
const lines = [
  { id: 1, who: 'ada', whom: 'bob', said: 'Hello', at },
  { id: 2, who: 'ada', whom: 'bob', said: 'No time' },
  { id: 3, who: 'bob', whom: 'ada', said: 'Beep', at, isBot: true },
];
writeFileSync(folder + '/lines.json', JSON.stringify(lines));
const { kinds } = await planFiles([folder], { job: folder + '/job', sources: { parley: { bots: 'skip' } } });
const [rejected] = readFileSync(folder + '/job/rejects.jsonl', 'utf8').trim().split('\\n');
console.log(JSON.stringify({ users: kinds.users, messages: kinds.messages, rejected: JSON.parse(rejected) }));
`;
