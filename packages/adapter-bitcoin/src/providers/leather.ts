import { isRecord } from '@latchkey/core'
import { hex } from '@scure/base'
import { parseAddress } from '../address.js'
import { toList, toText } from '../encoding.js'
import { toNetworkName } from '../networks.js'
import type { BitcoinProvider, WalletState } from './provider.js'

type Leather = { request(method: string, params?: unknown): Promise<unknown> }

/**
 * Leather (`window.LeatherProvider`). It stores no permissions, and every request for addresses shows a prompt. So a connection
 * lasts until the user leaves the page, and `read` returns what was shared last. Replies include the address that signed.
 */
export function createLeatherProvider(target: object): BitcoinProvider {
  const wallet = target as Leather
  let shown: WalletState = { accounts: [] }

  /** Leather throws `{ error }`, in which core finds the code. */
  const request = async (method: string, params?: unknown): Promise<Record<string, unknown>> => {
    const reply = await wallet.request(method, params)
    const result = isRecord(reply) ? reply['result'] : undefined
    return isRecord(result) ? result : {}
  }

  return {
    async connect(preferred) {
      const network = preferred && toNetworkName(preferred)
      const { addresses } = await request('getAddresses', network && { network })
      const accounts = toList(addresses).flatMap((entry) => {
        if (!isRecord(entry) || entry['symbol'] !== 'BTC') return []
        const { address, publicKey, derivationPath: path, type } = entry
        return [{ address, publicKey, path, purpose: type === 'p2tr' ? 'ordinal' : 'payment' }]
      })
      shown = { accounts }
      return shown
    },
    read: async () => shown,
    async disconnect() {
      shown = { accounts: [] }
    },
    async signMessage({ address, message, network }) {
      const paymentType = parseAddress(address)?.type
      const params = { message: toText(message), paymentType, network: toNetworkName(network) }
      const { signature, address: by } = await request('signMessage', params)
      return { signature, by }
    },
    async signPsbt({ psbt, inputs, network }) {
      const allowed = [...new Set(inputs.flatMap(({ sighashTypes = [] }) => sighashTypes))]
      const { hex: signed } = await request('signPsbt', {
        hex: hex.encode(psbt),
        signAtIndex: inputs.map(({ index }) => index),
        ...(allowed.length > 0 && { allowedSighash: allowed }),
        broadcast: false,
        network: toNetworkName(network),
      })
      return signed
    },
    transfer: {
      takesFeeRate: false,
      async send({ to, sats, network }) {
        const recipients = [{ address: to, amount: String(sats) }]
        return (await request('sendTransfer', { recipients, network: toNetworkName(network) }))['txid']
      },
    },
    listen: () => () => undefined,
  }
}
