import { loadModule } from '@latchkey/core'
import type { Shape } from '../foundWallet.js'
import type { CreateProvider } from '../provider.js'

/** What speaks to wallets of this shape; each is loaded when there is one to speak to. */
export async function loadProvider(shape: Shape): Promise<CreateProvider> {
  switch (shape) {
    case 'standard':
      return (await loadModule(() => import('../providers/createStandardProvider.js'))).createStandardProvider
    case 'request':
      return (await loadModule(() => import('../providers/createRequestProvider.js'))).createRequestProvider
    case 'leather':
      return (await loadModule(() => import('../providers/createLeatherProvider.js'))).createLeatherProvider
    case 'okx':
      return (await loadModule(() => import('../providers/createOkxProvider.js'))).createOkxProvider
    case 'unisat':
      return (await loadModule(() => import('../providers/createUnisatProvider.js'))).createUnisatProvider
  }
}
