import type { Address, Hex } from 'viem'
import { callRpc } from '../callRpc.js'
import { idRegistryAddress, keyRegistryAddress } from './registries.js'
import { registryCode } from './registryCode.js'

/** Puts Farcaster's registries where they are on Optimism, on a local chain. What was registered there before stays. */
export async function installRegistries(rpcUrl: string): Promise<void> {
  const contracts: readonly (readonly [Address, Hex])[] = [
    [idRegistryAddress, registryCode.IdRegistry],
    [keyRegistryAddress, registryCode.KeyRegistry],
  ]
  for (const params of contracts) await callRpc({ url: rpcUrl, method: 'anvil_setCode', params })
}
