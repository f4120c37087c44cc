import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { mongoMapping, writeBsonFolder, writeMongoArchive } from '../../generate/mongo-dump.ts';
import { writeExport } from '../../generate/write-export.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { type PlanInput, planning } from './plan-input.ts';

/** How many times longer a dump may take than the same records as NDJSON. */
const ALLOWED = 3;

const kinds = ['users', 'groups', 'members', 'messages'] as const;

/** A forum in the form of mongodump, as a folder or as an archive, compared with the plan of the same records as NDJSON. */
export function mongoDump(form: 'bson' | 'mongo-archive'): PlanInput {
  return async function* compared(folder, size) {
    const records = path.join(folder, 'records');
    writeExport(records, size, 'ndjson');
    const input = path.join(folder, form === 'bson' ? 'dump' : 'forum.archive');
    if (form === 'bson') writeBsonFolder(input, size);
    else writeMongoArchive(input, size);
    const mappings = kinds.map((kind) => {
      const rows = form === 'bson' ? {} : { rows: `forum.${kind}[*]` };
      return [kind, { ...rows, ...mongoMapping(kind) }];
    });
    const byKind: unknown = Object.fromEntries(mappings);
    const config = path.join(folder, 'chatferry.yaml');
    writeFileSync(
      config,
      JSON.stringify(
        form === 'bson' ? { kinds: byKind } : { files: { 'forum.archive': { kinds: byKind } } },
      ),
    );
    yield {
      name: form,
      with: 'plan of its records, ndjson',
      bare: planning(chatferry, path.join(folder, 'lines'), records),
      plan: planning(chatferry, path.join(folder, 'job'), input, '--config', config),
      allowed: ALLOWED,
      rows: size.users + size.groups + size.memberships + size.messages,
    };
  };
}
