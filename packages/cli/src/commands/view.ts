import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@chatferry/client';
import { command } from '../arguments/command.ts';
import { folderOf } from '../configuration/job-argument.ts';
import { openPlannedWorkspaceToRead } from '../configuration/workspace.ts';
import { print } from '../printing/print.ts';
import { interruption } from '../terms/until-interrupted.ts';
import { Refusal } from '../terms/refusal.ts';

export const view = command({
  details: [
    'Shows a plan before it is sent, a run while it is in progress, and the outcome. Listens on this machine only, at an address that cannot be guessed, until Ctrl-C. Changes nothing and calls no service.',
    'JOB is a job folder; default: that of --job.',
  ],
  options: ['job', 'config', 'port', 'open', 'time-zone', 'json', 'quiet', 'help'],
  body: async (values, [name], io) => {
    const inFolder = name === undefined ? values : { ...values, job: folderOf(name, values) };
    const { job, next } = await openPlannedWorkspaceToRead(inFolder, io);
    const timeZone = values['time-zone'];
    checkZone(timeZone);
    const { openView } = await import('@chatferry/view');
    await using server = await openView({
      job: job.path,
      next,
      port: values.port ?? 0,
      ...(timeZone === undefined ? {} : { timeZone }),
      now: () => systemClock.now(),
    });
    const interrupted = interruption(io);
    const { url } = server;
    const lines = values.quiet === true ? [url] : welcome(url);
    print({ type: 'view', url, next: [] }, lines, values, io);
    using opened = values.open === true ? openBrowser(url) : undefined;
    if (opened?.failure !== undefined) io.err(opened.failure);
    await interrupted;
    return 'done';
  },
});

function welcome(url: string): string[] {
  return [
    `Open ${url}`,
    'Everybody who has this address and can use this machine sees the names and texts of the job. Ctrl-C ends it.',
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

/** Other users of the machine see the arguments of processes: the browser gets a file that only its owner can read, and that forwards. */
function openBrowser(url: string): OpenedBrowser {
  const opener = openers[process.platform];
  if (opener === undefined)
    return {
      failure: 'Open the address by hand: --open does not know this system.',
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
  child.on('error', () => {}); // The address is printed.
  child.unref();
  return { failure: undefined, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
