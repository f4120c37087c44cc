import { readFileSync } from 'node:fs';
import type { LocalService, LocalServiceOptions } from '@chatferry/local-service';
import type { OptionValues } from '../arguments/options.ts';
import { command } from '../arguments/command.ts';
import { untilInterrupted } from '../terms/interruption.ts';
import { nextCommands } from '../printing/command-line.ts';
import { warnOfNpx } from '../printing/npx-warning.ts';
import { print } from '@chatferry/output/printing/print';
import { Refusal } from '@chatferry/contract/refusal';
import type { Result } from '@chatferry/output/results/results';

const DEFAULT_PORT = 8787;
const DEFAULT_DB = 'chatferry-service.sqlite';

export const serve = command({
  details: [
    'Listens on this machine only. It stores everything in a file, so it can be stopped and started again. It answers as the hosted service does, including its quota, but it is not a chat server for users.',
  ],
  options: [
    'port',
    'db',
    'app-id',
    'region',
    'requests-per-minute',
    'retention-months',
    'seed',
    'faults',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, _, io) => {
    const db = values.db ?? DEFAULT_DB;
    await using service = await start({ ...optionsFrom(values), db }, values.faults);

    // Listen for signals before printing: a script may stop the service as soon as it reads the printed address.
    const interrupted = untilInterrupted(io);
    const { region, 'requests-per-minute': rate } = values;
    const rehearsal = {
      job: 'rehearsal',
      'app-id': service.appId,
      'base-url': service.baseUrl,
      ...(region === undefined ? {} : { region }),
      ...(rate === undefined ? {} : { 'requests-per-minute': rate }),
    };
    const next = nextCommands(rehearsal, undefined, io.env)('import', './export');
    const lines = values.quiet === true ? [service.baseUrl] : welcome(service, db, next);
    print(serviceJson(service, db, next), lines, values, io);

    warnOfNpx(values, io);
    await interrupted;
    return 'done';
  },
});

function optionsFrom(values: OptionValues): LocalServiceOptions {
  const rate = values['requests-per-minute'];
  if (typeof rate === 'object')
    throw new Refusal(
      'The local service has one quota for the whole day, and --requests-per-minute gives several.',
    );
  return {
    port: values.port ?? DEFAULT_PORT,
    ...(values['app-id'] === undefined ? {} : { appId: values['app-id'] }),
    ...(values.region === undefined ? {} : { region: values.region }),
    ...(rate === undefined ? {} : { importRequestsPerMinute: rate }),
    // A rehearsal without a quota of imports must not wait for the quota of the chat endpoints either.
    ...(rate === 'unlimited' ? { requestsPerMinute: rate } : {}),
    ...(values['retention-months'] === undefined
      ? {}
      : { retentionMonths: values['retention-months'] }),
    ...(values.seed === undefined ? {} : { seedFile: values.seed }),
  };
}

/** Imports the local service only here, because no other command needs a web server. */
async function start(
  options: LocalServiceOptions,
  faultsFile: string | undefined,
): Promise<LocalService> {
  const { readFaultRules, startLocalService } = await import('@chatferry/local-service');
  const faults = faultsFile === undefined ? [] : readFaultRules(jsonFrom(faultsFile));
  return await startLocalService({ ...options, faults });
}

function jsonFrom(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Refusal(
      `The faults in ${file} cannot be read: ${(error as Error).message}`,
      'Check the path, and that the file contains JSON.',
      { cause: error },
    );
  }
}

/** The values that a client of the service needs. */
function serviceJson(service: LocalService, db: string, next: string): Result {
  const { baseUrl, callsBaseUrl, managementBaseUrl, appId, region } = service;
  const { apiKey, authOnlyKey, management } = service;
  return {
    type: 'service',
    baseUrl,
    callsBaseUrl,
    managementBaseUrl,
    appId,
    region,
    apiKey,
    authOnlyKey,
    managementKey: management.key,
    managementSecret: management.secret,
    db,
    next: [next],
  };
}

function welcome(service: LocalService, db: string, next: string): string[] {
  const { key, secret } = service.management;
  return [
    'The local service is ready. It is for rehearsals, and listens on this machine only.',
    '',
    `  chat        ${service.baseUrl}`,
    `  calls       ${service.callsBaseUrl}`,
    `  management  ${service.managementBaseUrl}`,
    `              key ${key}, secret ${secret}`,
    `  app id      ${service.appId}`,
    `  key         ${service.apiKey}`,
    `  data        ${db}`,
    '',
    'Rehearse in another terminal, with a separate job folder:',
    '',
    `  export CHATFERRY_API_KEY=${service.apiKey}`,
    `  ${next}`,
    '',
    'Ctrl-C stops it; its data stays in the file.',
  ];
}
