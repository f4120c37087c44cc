// Runs a PostgreSQL server until its stdin is closed. Prints the address.
import { startPostgres } from './test-postgres.ts';

const server = await startPostgres();
process.stdout.write(`${server.address}\n`);
process.stdin.resume().on('close', () => void server[Symbol.asyncDispose]());
