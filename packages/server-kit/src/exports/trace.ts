export type { TracingOptions } from '../otlp.js'
export {
  type AddAttributes,
  getTraceHeaders,
  getTraceId,
  parseTraceparent,
  type SpanAttributes,
  setRoute,
  type Tracer,
  toTraceparent,
  withSpan,
} from '../trace.js'
export { readTracing, startTracing } from '../tracing.js'
