import { nativeTokenAddresses } from './nativeTokenAddress.js'

/** Whether a plain address is that by which services name the native currency. */
export function isNativeToken(address: string): boolean {
  return address.toLowerCase() === nativeTokenAddresses.eip155 || address === nativeTokenAddresses.solana
}
