export {
  type Counter,
  createCounter,
  createHistogram,
  createMetrics,
  type Histogram,
  type Metrics,
  type RequestRecord,
  type ServeMetricsOptions,
  serveMetrics,
  toProcessLines,
} from '../metrics.js'
