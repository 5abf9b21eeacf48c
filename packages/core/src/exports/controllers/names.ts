export { registerAccountName, setAccountName } from '../../controllers/names/accountName.js'
export { fetchName } from '../../controllers/names/fetchName.js'
export { fetchIdentity, watchIdentity } from '../../controllers/names/identity.js'
