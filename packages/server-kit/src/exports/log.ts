export { createLogger, type Logger, type LogLevel, logError, logLevels, Notice, toLogLine } from '../log.js'
export { getRequestId, type RequestOptions, requestIdHeader, withRequestId } from '../trace.js'
