export { fetchIdentity } from '../../controllers/identity/fetchIdentity.js'
export { watchIdentity } from '../../controllers/identity/watchIdentity.js'
export { registerAccountName } from '../../controllers/names/registerAccountName.js'
export { setAccountName } from '../../controllers/names/setAccountName.js'
