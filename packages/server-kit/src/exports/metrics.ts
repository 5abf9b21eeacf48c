export { createMetrics, type Metrics, type RequestRecord, type ServeMetricsOptions, serveMetrics } from '../metrics.js'
