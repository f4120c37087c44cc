export { countAnswers } from './metrics/app-metrics.ts';
export { measureFollower } from './metrics/follow-metrics.ts';
export { Metrics, type StoreWatch } from './metrics/metrics.ts';
export { RunMetrics } from './metrics/run-metrics.ts';
export { type MetricsAddress, serveMetrics } from './metrics/serve-metrics.ts';
export { type MeasuredRun, measuredRun } from './progress/measured-run.ts';
