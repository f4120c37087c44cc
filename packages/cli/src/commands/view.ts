import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@chatferry/client';
import type { LocalServer } from '@chatferry/view';
import { command } from '../arguments/command.ts';
import type { OptionValues } from '../arguments/options.ts';
import { DEFAULT_FILE } from '@chatferry/configuration';
import { openNamedWorkspaceToRead, openWorkspace } from '../configuration/workspace.ts';
import { draftedIn, draftReader } from '../drafting/viewed-draft.ts';
import { readDrafted } from '../drafting/drafted-file.ts';
import { print } from '@chatferry/output/printing/print';
import type { Io } from '@chatferry/output/terms/io';
import { untilInterrupted } from '../terms/interruption.ts';
import { Refusal } from '@chatferry/contract/refusal';

export const view = command({
  details: [
    'Shows a plan before it is sent, a run while it is in progress, and the outcome; or a draft of init before it is planned: its columns with values, what is to be decided, and the first conversations. Listens on this machine only, at an address that cannot be guessed, until Ctrl-C. Changes nothing and calls no service.',
    'JOB is a job folder, DRAFT a configuration that init drafted. Default: the job of --job; before there is one, the draft.',
  ],
  options: ['job', 'config', 'port', 'browser', 'time-zone', 'json', 'quiet', 'help'],
  body: async (values, [name], io) => {
    checkZone(values['time-zone']);
    const draft = await draftToShow(name, values, io);
    await using server = await (draft === undefined
      ? openJob(name, values, io)
      : openDraft(draft, values, io));
    const what = draft === undefined ? 'the job' : 'the export';
    const interrupted = untilInterrupted(io);
    const { url } = server;
    const lines = values.quiet === true ? [url] : welcome(url, what);
    print({ type: 'view', url, next: [] }, lines, values, io);
    using opened = values.browser === true ? openBrowser(url) : undefined;
    if (opened?.failure !== undefined) io.err(opened.failure);
    await interrupted;
    return 'done';
  },
});

const now = (): number => systemClock.now();

type ViewValues = OptionValues<'job' | 'config' | 'port' | 'time-zone'>;

/** The file of the named draft, or of the draft in this folder while nothing is planned; undefined: show a job. */
async function draftToShow(
  name: string | undefined,
  values: ViewValues,
  io: Io,
): Promise<string | undefined> {
  if (name !== undefined)
    return statSync(name, { throwIfNoEntry: false })?.isFile() === true ? name : undefined;
  const file = values.config ?? DEFAULT_FILE;
  if (values.job !== undefined || readDrafted(file)?.from === undefined) return undefined;
  const { job } = await openWorkspace(values, io);
  return existsSync(job.plan) ? undefined : file;
}

async function openJob(name: string | undefined, values: ViewValues, io: Io): Promise<LocalServer> {
  const other = 'A job that workers send is shown in the folder that submitted it.';
  const { job, next } = await openNamedWorkspaceToRead(name, values, io, other);
  const { openView } = await import('@chatferry/view');
  return openView({ job: job.path, next, now, ...servingOptions(values) });
}

async function openDraft(file: string, values: ViewValues, io: Io): Promise<LocalServer> {
  draftedIn(file);
  const { openDraftView } = await import('@chatferry/view');
  const read = draftReader(file, io.env, now);
  return openDraftView({ read, configuration: file, ...servingOptions(values) });
}

function servingOptions({ port = 0, 'time-zone': timeZone }: ViewValues): {
  readonly port: number;
  readonly timeZone?: string;
} {
  return { port, ...(timeZone === undefined ? {} : { timeZone }) };
}

function welcome(url: string, what: string): string[] {
  return [
    `Open ${url}`,
    `Everybody who has this address and can use this machine sees names and texts of ${what}. Ctrl-C ends it.`,
  ];
}
/** @throws {Refusal} for a zone that does not exist */
function checkZone(timeZone: string | undefined): void {
  try {
    new Date(0).toLocaleString('en', { timeZone });
  } catch (error) {
    throw new Refusal(`There is no time zone '${timeZone}'.`, 'Name one as Europe/Berlin or UTC.', {
      cause: error,
    });
  }
}

interface OpenedBrowser extends Disposable {
  readonly failure: string | undefined;
}

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'open',
  linux: 'xdg-open',
};

/** Other users of the machine can read process arguments, so the browser opens a private file that redirects to the address. */
function openBrowser(url: string): OpenedBrowser {
  const opener = openers[process.platform];
  if (opener === undefined)
    return {
      failure: 'Open the address by hand: --browser does not know this system.',
      [Symbol.dispose]: () => {},
    };
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-view-'));
  const file = path.join(folder, 'open.html');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${url}"><title>chatferry view</title>`,
    { mode: 0o600 },
  );
  const child = spawn(opener, [file], { stdio: 'ignore', detached: true });
  child.on('error', () => {}); // The operator can open the printed address.
  child.unref();
  return { failure: undefined, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
