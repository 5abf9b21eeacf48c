import { lazily, loadModule, type OpenWallet, tell } from '@latchkey/core'
import { createWallet } from './createWallet.js'
import type { WalletLink } from './walletLink.js'

/** Loads what reads a chain. Here, so that the first page has no list of the files for it. */
export function loadChain(): Promise<typeof import('../features/createChainFeatures.js')> {
  return loadModule(() => import('../features/createChainFeatures.js'))
}

/** Speaks to a wallet of the page (EIP-1193). */
export function openWallet(options: Omit<WalletLink, 'listen'>): OpenWallet {
  const { provider, warn } = options
  let prompt: Promise<unknown> | undefined

  const link: WalletLink = {
    ...options,
    listen(event, listener) {
      tell([() => provider.on?.(event, listener)], undefined, warn)
      return () => tell([() => provider.removeListener?.(event, listener)], undefined, warn)
    },
  }
  const wallet = createWallet(link)
  // asynchronous, so that a provider that throws rejects
  const ask = async (method: string): Promise<unknown> => provider.request({ method })

  return {
    prepare: wallet.prepare,
    connect(request) {
      // wallets keep one prompt, which a visitor may have lost sight of: asking again joins it
      if (!request.silent)
        prompt ??= ask('eth_requestAccounts').finally(() => {
          prompt = undefined
        })
      return wallet.connect(request, (!request.silent && prompt) || ask('eth_accounts'))
    },
    disconnect: wallet.disconnect,
    listen() {
      const stops = (['accountsChanged', 'chainChanged', 'disconnect'] as const).map((event) =>
        link.listen(event, (payload) => wallet.handle(event, payload)),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
    loadFeatures: lazily(async () =>
      (await loadModule(() => import('../features/createWalletFeatures.js'))).createWalletFeatures(link, wallet),
    ),
  }
}
