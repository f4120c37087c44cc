// Moves an app of the service to another one: reads it whole, sends it to the new app, and compares. Started again after an interruption, it
// continues where it stopped. docs/export.md states what is not exported, and what an import sets by itself.
import { exportApp, planFiles, runJob, verifyJob } from 'chatferry';

const { env } = process;
const from = {
  appId: env['OLD_APP_ID'] ?? '',
  baseUrl: env['OLD_BASE_URL'] ?? '',
  apiKey: env['OLD_API_KEY'] ?? '',
};
const to = {
  appId: env['NEW_APP_ID'] ?? '',
  baseUrl: env['NEW_BASE_URL'] ?? '',
  apiKey: env['NEW_API_KEY'] ?? '',
};
const [folder, job] = [env['FOLDER'] ?? 'app', env['CHATFERRY_JOB'] ?? 'move'];

const { manifest } = await exportApp({ folder, target: from });
console.table(manifest.notExported);
for (const { list, why } of manifest.incomplete) console.log(`${list}: ${why}`);

await planFiles([folder], { job, createRoles: true, retentionMonths: 'none' });
const requestsPerMinute = env['QUOTA'] === undefined ? 60 : Number(env['QUOTA']);
// Reactions and friends are sent live: the new app may notify users.
for await (const event of runJob({ job, target: to, requestsPerMinute, allowsLive: true }))
  if (event.type === 'kind-started') console.log(`Sending ${event.kind}.`);

const { complete } = await verifyJob({ job, target: to });
console.log(complete ? 'Everything has moved.' : `Not everything has moved: ${job}/report.html`);
