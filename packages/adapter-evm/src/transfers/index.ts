export { readToken, readTokenBalance } from './tokens.js'
export { buildCheckedTransfer, isReceiver, readTransferFee } from './transfers.js'
