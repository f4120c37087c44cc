// Loaded before the importer: ends it with SIGKILL at its nth write to the ledger. `CRASH_AT` is n, counted from 1;
// `CRASH_WHEN` is `before` or `after`.
import { DatabaseSync, type StatementResultingChanges, StatementSync } from 'node:sqlite';

const at = Number(process.env['CRASH_AT']);
const when = process.env['CRASH_WHEN'];
const ofLedger = new WeakSet<StatementSync>();
let writes = 0;

// eslint-disable-next-line typescript/unbound-method
const { prepare, exec } = DatabaseSync.prototype;
// eslint-disable-next-line typescript/unbound-method
const { run } = StatementSync.prototype;

DatabaseSync.prototype.prepare = function (...args) {
  const statement = prepare.apply(this, args);
  if (isLedger(this)) ofLedger.add(statement);
  return statement;
};
DatabaseSync.prototype.exec = function (sql) {
  return isLedger(this) ? around(() => exec.call(this, sql)) : exec.call(this, sql);
};
StatementSync.prototype.run = function (this: StatementSync, ...args: unknown[]) {
  const work = () => Reflect.apply(run, this, args) as StatementResultingChanges;
  return ofLedger.has(this) ? around(work) : work();
};

function isLedger(db: DatabaseSync): boolean {
  return db.location()?.endsWith('ledger.sqlite') === true;
}

function around<T>(write: () => T): T {
  writes++;
  if (writes === at && when === 'before') process.kill(process.pid, 'SIGKILL');
  const result = write();
  if (writes === at && when === 'after') process.kill(process.pid, 'SIGKILL');
  return result;
}
