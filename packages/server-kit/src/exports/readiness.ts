export { createReadiness, type Readiness, type ReadinessProbe } from '../readiness.js'
