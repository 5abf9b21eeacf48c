export { toGroups, toNetwork, toPlainAddress } from '../addresses.js'
export {
  getClientAddress,
  getClientNetwork,
  type Listening,
  listen,
  parseJson,
  prepareStop,
  readBody,
  requestTimeouts,
  type StopOptions,
  stopOnSignals,
} from '../http.js'
