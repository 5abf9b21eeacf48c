import { createHttpClient } from '../../api/http.js'
import { fetchAssetImage, fetchWalletImage } from '../../api/images.js'
import { toServiceParams } from '../../api/toServiceParams.js'
import { fetchWallets } from '../../api/wallets.js'
import type { Modal } from '../../modal.js'
import type { WalletSource } from './source.js'

/** A service of the app's choice, over HTTP. */
export function createServiceSource(modal: Modal, baseUrl: string): WalletSource {
  const client = createHttpClient({ baseUrl, env: modal.env, params: () => toServiceParams(modal) })
  return {
    list: (query) => fetchWallets(client, query),
    fetchImage: ({ kind, ...request }) => (kind === 'asset' ? fetchAssetImage : fetchWalletImage)(client, request),
  }
}
