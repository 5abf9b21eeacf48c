export {
  getClientAddress,
  type Listening,
  listen,
  parseJson,
  prepareStop,
  readBody,
  requestTimeouts,
  type StopOptions,
  stopOnSignals,
} from '../http.js'
