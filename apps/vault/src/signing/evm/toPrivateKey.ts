import { bytesToHex, type Hex } from 'viem'

/** The key of a wallet's EVM account as viem takes it. A string can't be overwritten: it lives until it is garbage collected. */
export function toPrivateKey({ eip155 }: { readonly eip155: Uint8Array }): Hex {
  return bytesToHex(eip155)
}
