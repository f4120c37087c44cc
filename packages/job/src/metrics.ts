export { countAnswers, type MeasuredApp } from './metrics/app-metrics.ts';
export { Metrics, type StoreWatch } from './metrics/metrics.ts';
export { RunMetrics } from './metrics/run-metrics.ts';
export {
  type Health,
  type MetricsAddress,
  type MetricsServer,
  serveMetrics,
} from './metrics/serve-metrics.ts';
