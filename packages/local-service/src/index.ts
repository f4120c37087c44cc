export { type FaultName, type FaultRule, readFaultRules } from './faults/fault-rule.ts';
export { freePort } from './free-port.ts';
export { LocalServiceError, type LocalServiceErrorCode } from './terms/local-service-error.ts';
export type { SeenRequest } from './http/request-log.ts';
export { type LocalService, startLocalService } from './local-service.ts';
export type { GivenKey, LocalServiceOptions } from './options/options.ts';
export { readSeed, type Seed } from './options/seed.ts';
