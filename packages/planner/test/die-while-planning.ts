// Begins a plan and exits while it writes batches: node die-while-planning.ts PATH
import { blockOf, stepsTo, user } from './rig.ts';

const steps = stepsTo(process.argv[2]!, [blockOf('users', [user('ann'), user('bob')])]);
for await (const { step } of steps) if (step === 'batching') process.kill(process.pid, 'SIGKILL');
