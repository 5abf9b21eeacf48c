export {
  createMetrics,
  type Gauge,
  type Labels,
  type Metrics,
  type MetricsPlace,
  type ServeMetricsOptions,
  serveMetrics,
  toPoolGauges,
  toReadyGauges,
} from '../metrics.js'
export type { RequestRecord } from '../trace.js'
