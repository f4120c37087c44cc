import type { Ended, Given, Rig } from './rig.ts';

/** Runs a command in this process, and interrupts it as one Ctrl-C does, once the condition holds. */
export async function interrupted(
  rig: Rig,
  args: readonly string[],
  isTime: (rig: Rig) => boolean,
  given: Given = {},
): Promise<Ended> {
  const interrupt: (() => void)[] = [];
  const ended: unknown[] = [];
  const running = rig
    .cli(args, {
      ...given,
      onInterrupt: (listener) => {
        interrupt.push(listener);
        return () => void interrupt.splice(interrupt.indexOf(listener), 1);
      },
    })
    .finally(() => ended.push(true));
  while (ended.length === 0 && !isTime(rig)) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const listener of interrupt) listener();
  return running;
}

/** How many requests of an operation have arrived at the service. */
export function requestsOf(rig: Rig, operation: string): number {
  return rig.service.requests.filter((each) => each.operation === operation).length;
}
