import { printable } from '@chatferry/contract';
import type { WorkerEvent } from '@chatferry/fleet';
import { shiftName } from './worker-screen.ts';

/** The line about an event of a worker; undefined for most events. */
export function workerLine(event: WorkerEvent): string | undefined {
  const what = `${event.job}: ${shiftName(event)}`;
  switch (event.type) {
    case 'shift-taken':
      return `${what} taken${event.tookOver ? ', after another worker was lost' : ''}`;
    case 'shift-ended':
      return `${what} ${words[event.how]}${event.note === undefined ? '' : ` (${event.note})`}`;
    case 'run':
      return event.event.type === 'waiting'
        ? `${what} waits: ${printable(event.event.message)}`
        : undefined;
  }
}

const words = {
  done: 'done',
  'given-back': 'given back',
  stopped: 'stopped: the job waits for an operator',
  lost: 'lost to another worker, or no longer needed',
} as const;
