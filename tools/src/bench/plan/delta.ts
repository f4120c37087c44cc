import path from 'node:path';
import { chatferry } from '../../processes/chatferry.ts';
import { writeExport } from '../../generate/write-export.ts';
import { measure } from '../../processes/measure.ts';
import { startSink } from '../start-sink.ts';
import { type PlanInput, planning } from './plan-input.ts';

/** How many times longer a delta may take to plan than the same export without an earlier job. */
const ALLOWED = 1.3;

/** The number of new messages in the later export. */
const NEW_MESSAGES = 1000;

/** An export with some messages more than an export that has landed, compared with a plan of the later export alone. */
export const delta: PlanInput = async function* compared(folder, size) {
  const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')];
  const bulk = path.join(folder, 'bulk');
  const all = { ...size, messages: size.messages + NEW_MESSAGES };
  writeExport(before, { ...all, messagesSoFar: size.messages }, 'csv');
  writeExport(after, all, 'csv');
  const { script, args } = planning(chatferry, bulk, before);
  await measure(script, args);
  using sink = await startSink();
  const target = ['--app-id', 'bench', '--base-url', sink.baseUrl];
  const rate = ['--requests-per-minute', 'unlimited', '--quiet'];
  const env = { CHATFERRY_API_KEY: 'bench-key' };
  await measure(chatferry, ['run', '--job', bulk, ...target, ...rate], { env });
  yield {
    name: `delta of ${NEW_MESSAGES}`,
    with: 'its plan without an earlier job',
    bare: planning(chatferry, path.join(folder, 'plain'), after),
    plan: planning(chatferry, path.join(folder, 'job'), after, '--after', bulk),
    allowed: ALLOWED,
    rows: all.users + all.groups + all.memberships + all.messages,
  };
};
