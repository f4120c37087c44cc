import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { chatferry } from '../../processes/chatferry.ts';
import { type BulkSize, groups, members, messages, users } from '../../generate/bulk-forum.ts';
import { writeExport } from '../../generate/write-export.ts';
import { type PlanInput, planning } from './plan-input.ts';

/** How many times longer a dump may take than the same records as NDJSON. */
const ALLOWED = 3;

const ROWS_A_STATEMENT = 1000;

const tables = { users, groups, members, messages };

/** A forum in the form of mysqldump, compared with the plan of the same records as NDJSON. */
export const sqlDump: PlanInput = async function* compared(folder, size) {
  const file = path.join(folder, 'dump.sql');
  const records = path.join(folder, 'records');
  writeDump(file, size);
  writeExport(records, size, 'ndjson');
  const config = path.join(folder, 'chatferry.yaml');
  const kinds = Object.keys(tables).map((kind) => [kind, { query: `SELECT * FROM ${kind}` }]);
  writeFileSync(
    config,
    JSON.stringify({ sources: [{ dump: file, kinds: Object.fromEntries(kinds) }] }),
  );
  yield {
    name: 'dump',
    with: 'plan of its records, ndjson',
    bare: planning(chatferry, path.join(folder, 'lines'), records),
    plan: planning(chatferry, path.join(folder, 'job'), '--config', config),
    allowed: ALLOWED,
    rows: size.users + size.groups + size.memberships + size.messages,
  };
};

function writeDump(file: string, size: BulkSize): void {
  const output = openSync(file, 'w');
  writeSync(
    output,
    "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8mb4 */;\n/*!40103 SET TIME_ZONE='+00:00' */;\n",
  );
  for (const [table, rowsOf] of Object.entries(tables)) {
    let pending: string[] = [];
    const flush = (): void => {
      if (pending.length > 0)
        writeSync(output, `INSERT INTO \`${table}\` VALUES ${pending.join(',')};\n`);
      pending = [];
    };
    let isFirst = true;
    for (const row of rowsOf(size)) {
      if (isFirst)
        writeSync(
          output,
          `CREATE TABLE \`${table}\` (${Object.keys(row)
            .map((name) => `\`${name}\` text`)
            .join(',')});\n`,
        );
      isFirst = false;
      pending.push(`(${Object.values(row).map(valueOf).join(',')})`);
      if (pending.length === ROWS_A_STATEMENT) flush();
    }
    flush();
  }
  writeSync(output, '-- Dump completed\n');
  closeSync(output);
}

function valueOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value)
    ? value.join('|')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
