export { createMetrics, type Metrics, type RequestRecord } from '../metrics.js'
