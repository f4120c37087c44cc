import { readFileSync } from 'node:fs';
import type { LocalService, LocalServiceOptions } from '@chatferry/local-service';
import type { OptionValues } from '../arguments/options.ts';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import type { Io } from '../io.ts';
import { type NextCommand, nextCommands } from '../printing/command-line.ts';
import { Refusal } from '../refusal.ts';

const DEFAULT_PORT = 8787;
const DEFAULT_DB = 'chatferry-service.sqlite';

export const serve = command({
  summary: 'Start the local service: a stand-in for the hosted one, to rehearse with.',
  details: [
    'Listens on this machine only and keeps what it is given in a file, so it can be stopped and started again. It answers as the hosted service does, quota included, but it is no chat server for users.',
  ],
  options: [
    'port',
    'db',
    'app-id',
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

    const { baseUrl, appId, apiKey } = service;
    if (values.json === true) io.out(JSON.stringify({ baseUrl, appId, apiKey, db }));
    else if (values.quiet === true) io.out(baseUrl);
    else {
      const { 'requests-per-minute': rate } = values;
      const told = { 'app-id': appId, region: service.region, 'base-url': baseUrl };
      const rehearsal = { ...told, ...(rate === undefined ? {} : { 'requests-per-minute': rate }) };
      const next = nextCommands({ ...rehearsal, job: 'rehearsal' }, undefined, io.env);
      for (const line of welcome({ baseUrl, appId, apiKey, db }, next)) io.out(line);
    }

    await interruption(io);
    return statusOf('done');
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
    ...(rate === undefined ? {} : { importRequestsPerMinute: rate }),
    ...(values['retention-months'] === undefined
      ? {}
      : { retentionMonths: values['retention-months'] }),
    ...(values.seed === undefined ? {} : { seedFile: values.seed }),
  };
}

/** Loaded here, because no other command needs a web server. */
async function start(
  options: LocalServiceOptions,
  faultsFile: string | undefined,
): Promise<LocalService> {
  const { LocalServiceError, readFaultRules, startLocalService } =
    await import('@chatferry/local-service');
  try {
    const faults = faultsFile === undefined ? [] : readFaultRules(jsonFrom(faultsFile));
    return await startLocalService({ ...options, faults });
  } catch (error) {
    if (error instanceof LocalServiceError)
      throw new Refusal(error.message, undefined, { cause: error });
    throw error;
  }
}

function jsonFrom(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Refusal(
      `The faults in ${file} cannot be read: ${(error as Error).message}`,
      'Check the path, and that the file holds JSON.',
      { cause: error },
    );
  }
}

function welcome(
  service: { baseUrl: string; appId: string; apiKey: string; db: string },
  next: NextCommand,
): string[] {
  return [
    'The local service is ready. It is a stand-in for rehearsals and lives on this machine only.',
    '',
    `  address  ${service.baseUrl}`,
    `  app id   ${service.appId}`,
    `  key      ${service.apiKey}`,
    `  data     ${service.db}`,
    '',
    'Rehearse in another terminal, with a job folder of its own:',
    '',
    `  export CHATFERRY_API_KEY=${service.apiKey}`,
    `  ${next('import', './export')}`,
    '',
    'Ctrl-C stops it; what it holds stays in the file.',
  ];
}

function interruption(io: Io): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = io.onInterrupt(() => {
      stopListening();
      resolve();
    });
  });
}
