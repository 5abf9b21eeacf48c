export { addAddressLabel, removeAddressLabel } from '../../controllers/account/account.js'
export { setPreferredAccountType } from '../../controllers/account/accountType.js'
