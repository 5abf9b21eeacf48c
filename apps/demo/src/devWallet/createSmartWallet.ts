import type { EvmWallet } from '@latchkey/testing'
import { type Address, getAddress, type Hex } from 'viem'
import type { DemoConfig } from '../config.js'
import { createPageWallet } from './createDevWallet.js'
import { createSmartAccount, toAddressCall } from './createSmartAccount.js'
import { devKeys } from './devKeys.js'
import { readKeys } from './readKeys.js'

/** A wallet whose account is a contract to be. Undefined where the chains have nothing to make it. */
export async function createSmartWallet({ chains, accountFactory }: DemoConfig): Promise<EvmWallet | undefined> {
  const [first] = chains
  const [key] = readKeys('dev-wallet/smart-keys', devKeys.smartEvm) as readonly Hex[]
  if (!first || !accountFactory || !key) return undefined
  const address = await readAddress(first.rpcUrl, accountFactory, key)
  const getChainId = (): number => wallet.chainId
  const account = createSmartAccount({ key, factory: accountFactory, address, getChainId })
  const wallet = createPageWallet({ name: 'Smart wallet', rdns: 'dev.latchkey.smart', accounts: [account] }, chains)
  return wallet
}

async function readAddress(rpcUrl: string, factory: Address, key: Hex): Promise<Address> {
  const params = [{ to: factory, data: toAddressCall(key) }, 'latest']
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params })
  const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result } = (await response.json()) as { readonly result?: Hex }
  if (!result) throw new Error('The chain does not say where the smart account will be.')
  return getAddress(`0x${result.slice(-40)}`)
}
