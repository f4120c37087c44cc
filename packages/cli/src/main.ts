import { nodeRefusal } from './node-version.ts';

const refusal = nodeRefusal(process.versions.node);
if (refusal === undefined) {
  const { runProcess } = await import('./run-process.ts');
  await runProcess();
} else {
  console.error(refusal);
  process.exitCode = 2;
}
