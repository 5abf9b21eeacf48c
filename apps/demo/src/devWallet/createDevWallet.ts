import { createEvmWallet, type EvmWallet, type EvmWalletOptions } from '@latchkey/testing'
import type { DemoConfig } from '../config.js'
import { askInPage } from './askInPage.js'
import { devKeys } from './devKeys.js'
import { readKeys } from './readKeys.js'

/** A network that the demo does not have, to land on and to come back from. */
export const foreignChainId = 1

const modeKey = 'dev-wallet/mode'

export type DevWalletMode = 'approve' | 'ask'

/** Whether wallets approve by themselves, or ask the visitor. Kept over a reload. */
export function getMode(): DevWalletMode {
  try {
    return localStorage.getItem(modeKey) === 'ask' ? 'ask' : 'approve'
  } catch {
    return 'approve' // storage is blocked, so nobody can have said otherwise
  }
}

export function setMode(mode: DevWalletMode): void {
  localStorage.setItem(modeKey, mode)
}

/**
 * The wallet that lets a newcomer try everything without an extension. Real keys, real signatures, real transactions on
 * the local chains. Keeps its selection and permissions over a reload. `localStorage['dev-wallet/keys']`, a JSON list of
 * private keys, replaces its accounts.
 */
export function createDevWallet({ chains }: DemoConfig): EvmWallet {
  const accounts = readKeys('dev-wallet/keys', devKeys.evm) as readonly `0x${string}`[]
  return createPageWallet({ name: 'Dev wallet', rdns: 'dev.latchkey.wallet', accounts }, chains)
}

/** Another one, to have two connected at once. */
export function createSpareWallet({ chains }: DemoConfig): EvmWallet {
  return createPageWallet({ name: 'Spare wallet', rdns: 'dev.latchkey.spare', accounts: devKeys.spareEvm }, chains)
}

/** A wallet of this page, on its chains and on one that it does not have. */
export function createPageWallet(
  { name, rdns, accounts }: Pick<EvmWalletOptions, 'name' | 'rdns' | 'accounts'>,
  chains: DemoConfig['chains'],
): EvmWallet {
  return createEvmWallet({
    name,
    rdns,
    accounts,
    chains: [
      ...chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrl })),
      { id: foreignChainId, name: 'Elsewhere', rpcUrl: chains[0]?.rpcUrl ?? '' },
    ],
    storage: localStorage,
    ask: (request) => getMode() === 'approve' || askInPage(name, request),
  })
}
