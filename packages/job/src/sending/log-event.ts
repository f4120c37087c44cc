import type { RunEvent } from '@chatferry/runner';
import type { Logger } from 'pino';

/** Logs an event without the service's messages: they may quote people's texts. */
export function logEvent(log: Logger, event: RunEvent): void {
  switch (event.type) {
    case 'retrying':
    case 'split': {
      const { type, trouble, ...facts } = event;
      log.warn({ ...facts, code: trouble.code }, type);
      return;
    }
    case 'waiting':
      log.warn({ why: event.why, until: event.until }, event.type);
      return;
    case 'stopped': {
      const { code, serviceCode } = event.reason;
      log.error({ code, serviceCode, counts: event.counts }, event.type);
      return;
    }
    case 'deprecated':
    case 'entries-skipped':
    case 'rate-limited': {
      const { type, ...facts } = event;
      log.warn(facts, type);
      return;
    }
    case 'slot-late':
    case 'batch-settled': {
      // The ledger contains every batch. Repeating each batch here would hide the lines that matter.
      const { type, ...facts } = event;
      log.debug(facts, type);
      return;
    }
    case 'started':
    case 'preflight-started':
    case 'preflight-finished':
    case 'users-reactivated':
    case 'kind-compared':
    case 'kind-started':
    case 'going-on':
    case 'concurrency-changed':
    case 'rate-changed':
    case 'kind-finished':
    case 'finished': {
      const { type, ...facts } = event;
      log.info(facts, type);
    }
  }
}
