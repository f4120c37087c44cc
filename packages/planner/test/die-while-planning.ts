// Begins a plan and exits while it writes batches: node die-while-planning.ts PATH
import { PlanCompiler } from '../src/compiler.ts';
import { blockOf, provenance, rules, user } from './rig.ts';

const compiler = new PlanCompiler(process.argv[2]!, rules, () => {});
compiler.add(blockOf('users', [user('ann'), user('bob')]));
compiler.finishing(provenance).next();
process.kill(process.pid, 'SIGKILL');
