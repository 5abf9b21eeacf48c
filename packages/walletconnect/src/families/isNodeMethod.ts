/** Of the methods that look like those of a node, these need the wallet's owner. */
const ofWallets = [
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v1',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
]

/** Whether a node answers an EVM method as well as any wallet: such a call goes to nodes of the app, never over a relay. */
export function isNodeMethod(method: string): boolean {
  return /^(eth|net|web3)_/.test(method) && !ofWallets.includes(method)
}
