import type { RunEvent } from '@chatferry/runner';
import type { Logger } from 'pino';

/** Writes an event down without the service's sentences: they may quote what people wrote. */
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
    case 'rate-limited': {
      const { type, ...facts } = event;
      log.warn(facts, type);
      return;
    }
    case 'batch-settled': {
      // The ledger has every batch; two hundred thousand lines that repeat it would hide the ones to look at.
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
