import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { need, type Parse } from './fields.js'

export type CreateOnRampUrlRequest = {
  readonly destinationWallets: readonly {
    readonly address: string
    readonly blockchains: readonly string[]
    readonly assets: readonly string[]
  }[]
  readonly defaultNetwork: CaipNetworkId | string
  /** At whom, by name; whom the service chooses unless told. */
  readonly provider?: string | undefined
  /** Names the purchase to the provider. */
  readonly partnerUserId: string
  readonly presetCryptoAmount?: number | undefined
  readonly presetFiatAmount?: number | undefined
  /** In which the fiat amount is, e.g. `EUR`; US dollars unless told. */
  readonly fiatCurrency?: string | undefined
  readonly signal: AbortSignal
}

/** Where a purchase goes on: `POST /v1/generators/onrampurl` [S7.17]. Throws `INVALID_REPLY` for what is no page to be opened. */
export async function createOnRampUrl(
  modal: Modal,
  { signal, ...request }: CreateOnRampUrlRequest,
): Promise<{ readonly url: string }> {
  const body = { ...request, defaultExperience: 'buy' }
  const reply = await callBlockchain(modal, { path: '/v1/generators/onrampurl', body, signal })
  return { url: need(reply, 'url', page) }
}

/** An https page, or an http one of this machine. */
const page: Parse<string> = (value) => {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const { protocol, hostname } = new URL(value)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? value : null
}
