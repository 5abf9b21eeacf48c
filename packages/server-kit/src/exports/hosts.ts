export {
  assertPublicUrl,
  isPublicAddress,
  type Lookup,
  lookupAll,
  requestUntrusted,
  resolvePublicHost,
} from '../publicHosts.js'
