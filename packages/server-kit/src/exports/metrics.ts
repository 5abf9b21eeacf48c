export {
  createMetrics,
  type Gauge,
  type Labels,
  type Metrics,
  type MetricsPlace,
  type ServeMetricsOptions,
  serveMetrics,
  toGauge,
  toPoolGauges,
  toReadyGauges,
} from '../metrics.js'
export type { RequestRecord } from '../trace.js'
