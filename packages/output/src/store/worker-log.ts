import type { WorkerEvent } from '@chatferry/fleet';
import { logEvent, logTo } from '@chatferry/job/planned';

/** Writes the events of a worker as lines of JSON, without the service's messages. */
export async function workerLog(
  print: (line: string) => void,
): Promise<(event: WorkerEvent) => void> {
  const log = await logTo({ write: (line) => print(line.trimEnd()) }, {});
  return (event) => {
    if (event.type === 'run') {
      const { worker, job, app, part, kind } = event;
      return logEvent(log.child({ worker, job, app, ...(kind && { kind }), part }), event.event);
    }
    const { type, ...facts } = event;
    log.info(facts, type);
  };
}
