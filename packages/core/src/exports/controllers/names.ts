export { registerAccountName, setAccountName } from '../../controllers/names/accountName.js'
export { fetchIdentity, watchIdentity } from '../../controllers/names/identity.js'
