import type { Address } from 'viem'
import { batchAddress, batchDelegation, create2Deployer } from './batchContract.js'

/** Whether an account makes several calls all or none: now, once its user has agreed to it, or never (EIP-5792). */
export type Atomicity = 'supported' | 'ready' | 'unsupported'

export type AskChain = (method: string, params: readonly unknown[]) => Promise<unknown>

export async function readAtomicity(ask: AskChain, account: Address): Promise<Atomicity> {
  if ((await ask('eth_getCode', [account, 'latest'])) === batchDelegation) return 'supported'
  const isPossible = (await isContract(ask, batchAddress)) || (await isContract(ask, create2Deployer))
  return isPossible ? 'ready' : 'unsupported'
}

export async function isContract(ask: AskChain, address: Address): Promise<boolean> {
  return (await ask('eth_getCode', [address, 'latest'])) !== '0x'
}
