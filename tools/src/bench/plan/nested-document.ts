import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chatferry } from '../../processes/chatferry.ts';
import { documentMapping, writeDocument, writeRecords } from '../../generate/write-document.ts';
import { type PlanInput, planning } from './plan-input.ts';

/** How much longer a document may take than the same records in files of lines. */
const ALLOWED = 3;

/** One JSON document with messages and members inside of channels, against the plan of the same records as NDJSON. */
export const nestedDocument: PlanInput = async function* compared(folder, { messages, now }) {
  const config = path.join(folder, 'chatferry.yaml');
  writeFileSync(config, documentMapping);
  const file = path.join(folder, 'export.json');
  const records = path.join(folder, 'records');
  const rows = writeDocument(file, messages, now);
  writeRecords(records, messages, now);
  yield {
    name: 'nested',
    with: 'plan of its records, ndjson',
    bare: planning(chatferry, path.join(folder, 'lines'), records),
    plan: planning(chatferry, path.join(folder, 'job'), file, '--config', config),
    allowed: ALLOWED,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
  };
};
