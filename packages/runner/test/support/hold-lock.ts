import { lockJob } from '../../src/index.ts';

/** A process of its own that holds the lock of the folder it is given until it is killed. */
const lock = lockJob(process.argv.at(2)!, Date.now());
process.send!(lock.holder);
setInterval(() => lock.holder, 60_000);
