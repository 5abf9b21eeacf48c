export { addNetwork, removeNetwork } from '../../controllers/network/networks.js'
export { startSwitch, switchActiveChain, switchNetwork } from '../../controllers/network/switch.js'
export {
  getCaipNetworkId,
  getNetwork,
  getNetworkState,
  getNetworks,
  setActiveNamespace,
} from '../../modal/namespaces.js'
