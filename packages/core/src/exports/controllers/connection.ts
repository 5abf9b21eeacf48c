// Connecting, and requests to the connected wallet and its network.
export { connect } from '../../controllers/connection/connect.js'
export { removeConnection, switchConnection } from '../../controllers/connection/connections.js'
export { disconnect } from '../../controllers/connection/disconnect.js'
export { connectChains, startConnect, startConnectChains } from '../../controllers/connection/flow.js'
export { startPairing } from '../../controllers/connection/pair.js'
export { createWarmUpModal } from '../../controllers/connection/warmUp.js'
export {
  broadcastTransaction,
  confirmTransaction,
  estimateGas,
  findTransaction,
} from '../../controllers/requests/network.js'
export {
  callFeature,
  getProvider,
  readCapabilities,
  sendTransaction,
  signAllTransactions,
  signMessage,
  signTransaction,
  signTypedData,
} from '../../controllers/requests/wallet.js'
export { prepareConnect } from '../../controllers/wallets/connectors.js'
