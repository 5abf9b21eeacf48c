import { createEvmWallet, type EvmWallet } from '@latchkey/testing'
import type { DemoConfig } from '../config.js'
import { askInPage } from './askInPage.js'

/** Accounts 0 to 2 of the mnemonic that every local chain funds. Worthless anywhere else. */
const knownKeys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
] as const

/** A network that the demo does not have, to land on and to come back from. */
export const foreignChainId = 1

const modeKey = 'dev-wallet/mode'
const keysKey = 'dev-wallet/keys'

export type DevWalletMode = 'approve' | 'ask'

export type DevWallet = EvmWallet & {
  getMode(): DevWalletMode
  setMode(mode: DevWalletMode): void
}

/**
 * The wallet that lets a newcomer try everything without an extension. Real keys, real signatures, real transactions on
 * the local chains. Keeps its mode, selection and permissions over a reload. `localStorage['dev-wallet/keys']`, a JSON
 * list of private keys, replaces its accounts.
 */
export function createDevWallet({ chains }: DemoConfig): DevWallet {
  const getMode = (): DevWalletMode => (localStorage.getItem(modeKey) === 'ask' ? 'ask' : 'approve')
  const wallet = createEvmWallet({
    name: 'Dev wallet',
    rdns: 'dev.latchkey.wallet',
    accounts: readKeys(),
    chains: [
      ...chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrl })),
      { id: foreignChainId, name: 'Elsewhere', rpcUrl: chains[0]?.rpcUrl ?? '' },
    ],
    storage: localStorage,
    ask: (request) => getMode() === 'approve' || askInPage(request),
  })
  return Object.assign(wallet, {
    getMode,
    setMode: (mode: DevWalletMode) => localStorage.setItem(modeKey, mode),
  })
}

function readKeys(): readonly `0x${string}`[] {
  const stored = localStorage.getItem(keysKey)
  return stored ? (JSON.parse(stored) as readonly `0x${string}`[]) : knownKeys
}
