export { getRequestId, logError, requestIdHeader, toLogLine, withRequestId } from '../log.js'
