import { createEvmWallet, type EvmWallet, type EvmWalletOptions } from '@latchkey/testing'
import type { DemoConfig } from '../config.js'
import { devKeys, getStorage, readKeys } from './keys.js'

/** A network that the demo does not support, for testing network switches. */
export const foreignChainId = 1

const modeKey = 'dev-wallet/mode'

export type DevWalletMode = 'approve' | 'ask'

/** Whether wallets approve automatically or ask the user. Persists across reloads. */
export function getMode(): DevWalletMode {
  return getStorage()?.getItem(modeKey) === 'ask' ? 'ask' : 'approve'
}

export function setMode(mode: DevWalletMode): void {
  getStorage()?.setItem(modeKey, mode)
}

/**
 * Creates the Dev wallet: real keys, signatures and transactions on the local chains, without an extension. Its selection
 * and permissions persist across reloads. `localStorage['dev-wallet/keys']`, a JSON list of private keys, replaces its
 * accounts.
 */
export function createDevWallet({ chains }: DemoConfig): EvmWallet {
  const accounts = readKeys('dev-wallet/keys', devKeys.evm) as readonly `0x${string}`[]
  return createPageWallet({ name: 'Dev wallet', rdns: 'dev.latchkey.wallet', accounts }, chains)
}

/** A second wallet, to connect two at once. */
export function createSpareWallet({ chains }: DemoConfig): EvmWallet {
  return createPageWallet({ name: 'Spare wallet', rdns: 'dev.latchkey.spare', accounts: devKeys.spareEvm }, chains)
}

/** Creates a wallet on the page's chains plus one that the page does not support. */
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
    storage: getStorage(),
    ask: (request) => getMode() === 'approve' || confirmInPage(name, request),
  })
}

type WalletPrompt = {
  /** One line for the user. */
  readonly summary: string
  readonly account: string
}

/** Asks the user in a modal dialog, as an extension does in its own window. */
export function confirmInPage(wallet: string, { summary, account }: WalletPrompt): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'wallet-prompt'
  dialog.setAttribute('aria-label', `${wallet} asks`)
  const title = document.createElement('h2')
  title.textContent = wallet
  const text = document.createElement('p')
  text.textContent = summary
  const who = document.createElement('p')
  who.className = 'account'
  who.textContent = account
  const form = document.createElement('form')
  form.method = 'dialog'
  for (const [value, label] of [
    ['reject', 'Reject'],
    ['approve', 'Approve'],
  ] as const) {
    const button = document.createElement('button')
    button.value = value
    button.textContent = label
    form.append(button)
  }
  dialog.append(title, text, who, form)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'approve')
    })
  })
}
