import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@chatferry/local-service';
import { createConnection } from 'mysql2/promise';
import { loadEmbeddedPostgres } from './embedded-postgres.ts';
import { signalled } from './signalled.ts';

/** A database server with its data in a folder. It can be crashed and started again at any moment. */
export interface OwnServer extends AsyncDisposable {
  readonly address: string;
  /** Ends the server before it can write anything. */
  readonly crash: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export interface OwnPostgres extends OwnServer {
  /** `killed`: kills the postmaster with SIGKILL; its child processes notice and end. */
  readonly crash: (how?: 'immediate' | 'killed') => Promise<void>;
  /** The process id of the postmaster. */
  readonly pid: () => number;
}

/** The most attempts to start: a killed server may hold its shared memory for a while. */
const RESTARTS = 100;

export async function ownPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-pg-'));
  chmodSync(folder, 0o755); // If this process is root, the server runs as another user.
  const port = await freePort();
  const data = path.join(folder, 'data');
  const pidFile = path.join(data, 'postmaster.pid');
  const pid = (): number => Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    password: 'secret',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  // The server may have ended already, or never have started.
  const endNow = (): void => void (existsSync(pidFile) && signalled(pid(), 'SIGQUIT'));
  process.on('exit', endNow);
  return {
    address: `postgres://postgres:secret@127.0.0.1:${port}/postgres`,
    pid,
    crash: async (how = 'immediate') => {
      const postmaster = pid();
      process.kill(postmaster, how === 'killed' ? 'SIGKILL' : 'SIGQUIT'); // SIGQUIT ends all its processes.
      while (signalled(postmaster, 0)) await setTimeout(10);
    },
    start: async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await server.start();
        } catch (error) {
          if (attempt === RESTARTS) throw error;
          await setTimeout(100);
        }
      }
    },
    [Symbol.asyncDispose]: async () => {
      process.off('exit', endNow);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether the programs of MariaDB are installed. */
export function hasMariadb(): boolean {
  return ['mariadbd', 'mariadb-install-db'].every((program) =>
    (process.env['PATH'] ?? '').split(path.delimiter).some((place) => {
      try {
        accessSync(path.join(place, program), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
}

export async function ownMariadb(folder: string): Promise<OwnServer> {
  const port = await freePort();
  const data = path.join(folder, 'data');
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const place = ['--no-defaults', `--datadir=${data}`, ...user];
  execFileSync('mariadb-install-db', [...place, '--auth-root-authentication-method=normal'], {
    stdio: 'ignore',
  });
  const address = `mysql://root@127.0.0.1:${port}/test`;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const socket = `--socket=${path.join(folder, 'socket')}`;
    const listening = [`--port=${port}`, '--bind-address=127.0.0.1', socket];
    child = spawn('mariadbd', [...place, ...listening], { stdio: 'ignore' });
    while (!(await answers(address))) {
      if (child.exitCode !== null) throw new Error(`mariadbd ended with ${child.exitCode}`);
      await setTimeout(100);
    }
  };
  const end = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return { address, crash: end, start, [Symbol.asyncDispose]: end };
}

async function answers(address: string): Promise<boolean> {
  try {
    const connection = await createConnection(address);
    await connection.end();
    return true;
  } catch {
    return false;
  }
}
