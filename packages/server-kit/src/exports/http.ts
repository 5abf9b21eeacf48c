export {
  getClientAddress,
  type Listening,
  listen,
  parseJson,
  prepareStop,
  readBody,
  readStopOptions,
  requestTimeouts,
  type StopOptions,
  stopOnSignals,
} from '../http.js'
