export { addNetwork, removeNetwork } from '../../controllers/network/networks.js'
export { startSwitch, switchActiveChain, switchNetwork } from '../../controllers/network/switch.js'
export { setActiveNamespace } from '../../modal/namespaces.js'
