/** Of ERC-4337, version 0.7: what operations go through on every network. */
export const entryPointAddress = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
