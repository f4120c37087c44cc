// Moves an app of the service to another one: reads it whole and copies its files, sends it to the new app, and compares. Started again after
// an interruption, it continues where it stopped. docs/export.md states what is not exported, and what an import sets by itself.
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

// Where you serve the copies, such as a bucket: the files of the old app end with it.
const publicBase = env['PUBLIC_BASE'];
const media = publicBase === undefined ? undefined : { to: env['MEDIA'] ?? 'media', publicBase };

const { manifest, media: copies } = await exportApp({ folder, target: from, media });
console.table(manifest.notExported);
for (const { list, why } of manifest.incomplete) console.log(`${list}: ${why}`);
if (copies !== undefined) {
  console.log(
    `Upload ${media?.to}/files to ${publicBase}: ${copies.copied} of ${copies.files} files.`,
  );
  for (const { files, host, cause } of copies.failed) console.log(`${cause}: ${files} of ${host}`);
}

const map = copies?.map;
await planFiles([folder], {
  job,
  createRoles: true,
  retentionMonths: 'none',
  media: map === undefined ? undefined : { map },
});
const requestsPerMinute = env['QUOTA'] === undefined ? 60 : Number(env['QUOTA']);
// Reactions and friends are sent live: the new app may notify users.
for await (const event of runJob({ job, target: to, requestsPerMinute, allowsLive: true }))
  if (event.type === 'kind-started') console.log(`Sending ${event.kind}.`);

const { complete } = await verifyJob({ job, target: to });
console.log(complete ? 'Everything has moved.' : `Not everything has moved: ${job}/report.html`);
