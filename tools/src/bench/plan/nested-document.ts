import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chatferry } from '../../processes/chatferry.ts';
import {
  documentMapping,
  treeMapping,
  writeDocument,
  writeRecords,
  writeTree,
} from '../../generate/write-document.ts';
import { type PlanInput, planning } from './plan-input.ts';

/** How many times longer a document may take than the same records as NDJSON. */
const ALLOWED = 3;

const documents = {
  nested: { write: writeDocument, mapping: documentMapping },
  rtdb: { write: writeTree, mapping: treeMapping },
};

/**
 * One JSON document, compared with the plan of the same records as NDJSON: channels that contain their messages and members, or a tree of
 * the Realtime Database.
 */
export function nestedDocument(name: keyof typeof documents): PlanInput {
  const { write, mapping } = documents[name];
  return async function* compared(folder, { messages, now }) {
    const config = path.join(folder, 'chatferry.yaml');
    writeFileSync(config, mapping);
    const file = path.join(folder, 'export.json');
    const records = path.join(folder, 'records');
    const rows = write(file, messages, now);
    writeRecords(records, messages, now);
    yield {
      name,
      with: 'plan of its records, ndjson',
      bare: planning(chatferry, path.join(folder, 'lines'), records),
      plan: planning(chatferry, path.join(folder, 'job'), file, '--config', config),
      allowed: ALLOWED,
      rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    };
  };
}
