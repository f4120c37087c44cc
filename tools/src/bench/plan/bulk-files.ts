import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chatferry } from '../../processes/chatferry.ts';
import { type BulkFormat, writeExport } from '../../generate/write-export.ts';
import { type PlanInput, planning } from './plan-input.ts';

const passes: Record<BulkFormat, { script: string; does: string; allowed: number }> = {
  csv: { script: './csv-pass.ts', does: 'csv-parse, columns: true', allowed: 1.5 },
  ndjson: { script: './ndjson-pass.ts', does: 'cut lines, JSON.parse', allowed: 3 },
};

/** How many times longer a mapped CSV may take than the same CSV unmapped. */
const MAPPED_ALLOWED = 1.3;

/** Filters and values for every row of the export that do not change the plan. */
const mapping = `
kinds:
  users:
    only: { name: filled }
    convert: { name: { values: { nobody: Nobody } } }
  groups:
    convert: { type: { values: { open: public, closed: private } } }
  members:
    only: { uid: filled }
    convert: { scope: { values: { owner: admin, member: participant } } }
  messages:
    only: { sender: { not: nobody } }
    convert: { receiverType: { values: { room: group, direct: user } } }
`;

/** Files in the service's own format; CSV also with a mapping, compared with the same files unmapped. */
export function bulkFiles(format: BulkFormat): PlanInput {
  return async function* compared(folder, size) {
    const input = path.join(folder, 'export');
    const files = writeExport(input, size, format);
    const { script, does, allowed } = passes[format];
    const bare = { script: new URL(script, import.meta.url), args: files };
    const plan = planning(chatferry, path.join(folder, 'job'), input);
    yield { name: format, with: does, bare, plan, allowed };
    if (format !== 'csv') return;
    const config = path.join(folder, 'chatferry.yaml');
    writeFileSync(config, mapping);
    const mapped = planning(chatferry, path.join(folder, 'mapped'), input, '--config', config);
    const rows = size.users + size.groups + size.memberships + size.messages;
    yield {
      name: 'csv, mapped',
      with: 'csv',
      bare: plan,
      plan: mapped,
      allowed: MAPPED_ALLOWED,
      rows,
    };
  };
}
