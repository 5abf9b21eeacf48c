import { lazily, loadModule, type OpenWallet, tell } from '@latchkey/core'
import { createWallet } from './createWallet.js'
import type { WalletLink } from './walletLink.js'

type Method = (...inputs: readonly unknown[]) => unknown
type Events = { on?(event: 'change', listener: (properties: unknown) => void): () => void }

/** Speaks to a wallet of the page (Wallet Standard). */
export function openWallet(options: Omit<WalletLink, 'call'>): OpenWallet {
  const { wallet: own, warn } = options
  let prompt: Promise<unknown> | undefined

  const link: WalletLink = {
    ...options,
    async call(feature, ...inputs) {
      const [, method = ''] = feature.split(':')
      // called on its feature, as some are classes
      return (own.features[feature] as Readonly<Record<string, Method | undefined>>)[method]?.(...inputs)
    },
  }
  const wallet = createWallet(link)

  return {
    async connect(request) {
      if (request.silent) return wallet.connect(request, undefined)
      // wallets keep one prompt, which a visitor may have lost sight of: asking again joins it
      prompt ??= link.call('standard:connect').finally(() => {
        prompt = undefined
      })
      return wallet.connect(request, prompt)
    },
    disconnect: wallet.disconnect,
    listen() {
      let stop: (() => void) | undefined
      const listen = (): void => {
        const events = own.features['standard:events'] as Events | undefined
        const end = events?.on?.('change', wallet.handle)
        if (typeof end === 'function') stop = end
      }
      tell([listen], undefined, warn)
      return () => stop && tell([stop], undefined, warn)
    },
    loadFeatures: lazily(async () =>
      (await loadModule(() => import('../features/createWalletFeatures.js'))).createWalletFeatures(link, wallet),
    ),
  }
}
