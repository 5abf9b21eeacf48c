export {
  addAddressLabel,
  getAccount,
  isSmartAccountEnabled,
  removeAddressLabel,
} from '../../controllers/account/account.js'
export { setPreferredAccountType } from '../../controllers/account/accountType.js'
export { toUserName } from '../../controllers/account/state.js'
export { getPreferredAccountType } from '../../modal/connections.js'
