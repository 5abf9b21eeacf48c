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
export { readTracing, startTracing, type TracingOptions } from '../tracing.js'
