import type { PlanInput } from '@chatferry/planner';

/** A sentence that names the inputs that differ between the plan that a ledger was begun with and another plan. */
export function changedInputs(begunWith: readonly PlanInput[], now: readonly PlanInput[]): string {
  const before = new Map(begunWith.map(({ file, sha256 }) => [file, sha256]));
  const after = new Map(now.map(({ file, sha256 }) => [file, sha256]));
  const changes = [
    ...[...after].flatMap(([file, sha256]) => {
      const was = before.get(file);
      return was === undefined ? [`${file} is new`] : was === sha256 ? [] : [`${file} has changed`];
    }),
    ...[...before.keys()].filter((file) => !after.has(file)).map((file) => `${file} is gone`),
  ];
  return changes.length === 0
    ? 'The inputs are the same; the settings are not.'
    : `Since then: ${changes.join(', ')}.`;
}
