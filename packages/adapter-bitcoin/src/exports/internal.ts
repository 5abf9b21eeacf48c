/** For the other parts of Latchkey that sign on Bitcoin. Not covered by semantic versioning. */
export { type AddressType, parseAddress, type SegwitFamily, toAddress, toScript } from '../address.js'
export { toFamily, toNetworkName } from '../networks.js'
export { isSigned, type ReadPsbt, readPsbt } from '../psbt/psbt.js'
export { toSign } from '../verify/verifyMessage.js'
