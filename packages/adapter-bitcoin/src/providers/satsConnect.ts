import { isRecord } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { toBase64, toList, toText } from '../encoding.js'
import { toNetworkId, toNetworkName } from '../networks.js'
import type { AccountClaim, BitcoinProvider, WalletState } from './provider.js'

type SatsConnectWallet = {
  request(method: string, params: unknown): Promise<unknown>
  addListener?(event: string, listener: (payload: unknown) => void): unknown
}

const events = ['accountChange', 'networkChange', 'disconnect'] as const

const purposes = ['payment', 'ordinals']

/** Wallets with the interface of sats-connect: Xverse, and most of the registry (WBIP 1 to 5). */
export function createSatsConnectProvider(target: object): BitcoinProvider {
  const wallet = target as SatsConnectWallet
  /** Whether the wallet supports permissions; older ones show a prompt each time. */
  let hasPermissions: boolean | undefined
  /** The accounts that an older wallet has shared on this page. */
  let shown: WalletState = { accounts: [] }

  const request = async (method: string, params?: unknown): Promise<unknown> => {
    let reply: unknown
    try {
      // never without params, as some wallets destructure the second argument
      reply = await wallet.request(method, params ?? null)
    } catch (thrown) {
      throw toError(thrown)
    }
    return unwrapReply(reply)
  }

  const readNetwork = async (): Promise<WalletState['network']> => {
    try {
      return toNetwork(await request('wallet_getNetwork'))
    } catch {
      return undefined // unsupported by some wallets: the addresses determine it
    }
  }

  return {
    async connect() {
      try {
        const reply = await request('wallet_connect', { addresses: purposes })
        hasPermissions = true
        const network = toNetwork(isRecord(reply) ? reply['network'] : undefined) ?? (await readNetwork())
        return { accounts: toClaims(reply), network }
      } catch (cause) {
        if (!isUnknownMethod(cause)) throw cause
      }
      hasPermissions = false
      const reply = await request('getAccounts', { purposes }).catch((cause: unknown) => {
        if (!isUnknownMethod(cause)) throw cause
        return request('getAddresses', { purposes })
      })
      shown = { accounts: toClaims(reply), network: await readNetwork() }
      return shown
    },
    async read() {
      if (hasPermissions === false) return shown
      try {
        const accounts = toClaims(await request('wallet_getAccount'))
        hasPermissions = true
        return { accounts, network: await readNetwork() }
      } catch (cause) {
        if (isUnknownMethod(cause)) return shown
        if (cause instanceof RpcError && cause.code === 'UNAUTHORIZED') return { accounts: [] }
        throw cause
      }
    },
    disconnect() {
      shown = { accounts: [] }
      return request('wallet_disconnect')
    },
    async signMessage({ address, message, scheme }) {
      const protocol = scheme === 'ecdsa' ? 'ECDSA' : 'BIP322'
      const reply = await request('signMessage', { address, message: toText(message), protocol })
      return isRecord(reply) ? { signature: reply['signature'], by: reply['address'] } : { signature: reply }
    },
    async signPsbt({ psbt, inputs }) {
      const signInputs: Record<string, number[]> = {}
      for (const { address, index } of inputs) signInputs[address] = [...(signInputs[address] ?? []), index]
      const reply = await request('signPsbt', { psbt: toBase64(psbt), signInputs, broadcast: false })
      return isRecord(reply) ? reply['psbt'] : reply
    },
    transfer: {
      takesFeeRate: false,
      async send({ to, sats }) {
        const reply = await request('sendTransfer', { recipients: [{ address: to, amount: sats }] })
        return isRecord(reply) ? reply['txid'] : reply
      },
    },
    switchNetwork(caipNetworkId) {
      const name = toNetworkName(caipNetworkId) ?? ''
      return request('wallet_changeNetwork', { name: name.charAt(0).toUpperCase() + name.slice(1) })
    },
    listen(onEvent) {
      const stops = events.map((event) => {
        const listener = (): void => onEvent(event === 'disconnect' ? { accounts: [] } : undefined)
        const stop = wallet.addListener?.(event, listener)
        return () => typeof stop === 'function' && stop()
      })
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** The Bitcoin accounts of a reply: an object for `wallet_connect` and `getAddresses`, a list for `getAccounts`. */
function toClaims(reply: unknown): readonly AccountClaim[] {
  return toList(isRecord(reply) ? reply['addresses'] : reply).flatMap((entry) => {
    if (!isRecord(entry)) return []
    const { address, publicKey, purpose, derivationPath: path } = entry
    return purpose === undefined || purpose === 'payment' || purpose === 'ordinals'
      ? [{ address, publicKey, purpose, path }]
      : []
  })
}

function toNetwork(reply: unknown): WalletState['network'] {
  const network = isRecord(reply) ? reply['bitcoin'] : undefined
  return toNetworkId(isRecord(network) ? network['name'] : undefined)
}

function isUnknownMethod(cause: unknown): boolean {
  const { code } = cause as { readonly code?: unknown }
  return code === -32601 || ['METHOD_NOT_SUPPORTED', 'METHOD_NOT_FOUND'].includes(String(code))
}

/** Codes of sats-connect, which have other meanings in EIP-1474. */
const satsConnectCodes = {
  [-32000]: 'USER_REJECTED',
  [-32001]: 'METHOD_NOT_SUPPORTED',
  [-32002]: 'UNAUTHORIZED',
} as const

/** Unwraps a reply: `{ result }` or `{ error }`, with or without the rest of JSON-RPC, or the bare result. Throws the error. */
export function unwrapReply(reply: unknown): unknown {
  if (!isRecord(reply)) return reply
  const { error, result } = reply
  if (error !== undefined && error !== null) throw toError(error)
  return 'result' in reply ? result : reply
}

/** Converts an error that a wallet threw or returned as `error`. */
export function toError(thrown: unknown): unknown {
  if (!isRecord(thrown)) return thrown
  const inner = isRecord(thrown['error']) ? thrown['error'] : thrown
  const { code, message } = inner
  const name =
    typeof code === 'number' && Object.hasOwn(satsConnectCodes, code)
      ? satsConnectCodes[code as keyof typeof satsConnectCodes]
      : undefined
  const details = typeof message === 'string' ? message.slice(0, 500) : undefined
  return name ? new RpcError(code as number, name, { cause: thrown, details }) : inner
}
