import type { StandardAccount, StandardWallet } from '@latchkey/core'
import { InvalidWalletReplyError, RpcError } from '@latchkey/core/plugin'
import { toList } from '../encoding.js'
import { toNetworkId, toNetworkName } from '../networks.js'
import type { BitcoinProvider, WalletState } from './provider.js'

type Listen = (event: 'change', listener: (properties: unknown) => void) => unknown

type Method = (...inputs: readonly unknown[]) => Promise<unknown>

/**
 * A Wallet Standard wallet with the Bitcoin features (`bitcoin:connect`, `bitcoin:signMessage`, `bitcoin:signTransaction`).
 * It takes bytes, chooses the signature scheme by itself, and can't pay, except for wallets over WalletConnect:
 * `bitcoin:sendTransfer` is not part of the standard.
 */
export function createStandardProvider(target: object): BitcoinProvider {
  const wallet = target as StandardWallet

  const call = (feature: string, method: string): Method => {
    const entry = wallet.features[feature] as Readonly<Record<string, Method | undefined>> | undefined
    if (typeof entry?.[method] !== 'function') throw new RpcError(4200, 'UNSUPPORTED_METHOD', { details: feature })
    // called as a method, because some features are class instances
    return (...inputs) => entry[method]?.(...inputs) ?? Promise.resolve()
  }

  const isOfBitcoin = (account: StandardAccount): boolean =>
    toList(account.chains).some((chain) => String(chain).startsWith('bitcoin:'))

  const toShown = (list: unknown): WalletState => {
    const accounts = (toList(list) as readonly StandardAccount[]).filter(isOfBitcoin)
    const [first] = accounts
    // an account of several networks doesn't determine the wallet's network
    const chains = toList(first?.chains)
    return {
      accounts: accounts.map((account) => ({
        address: account.address,
        publicKey: account.publicKey,
        // not part of the standard either
        purpose: (account as { readonly purpose?: unknown }).purpose,
        path: (account as { readonly path?: unknown }).path,
      })),
      network: chains.length === 1 ? toNetworkId(chains[0]) : undefined,
    }
  }

  const find = (address: string): StandardAccount => {
    const account = (toList(wallet.accounts) as readonly StandardAccount[]).find((known) => known.address === address)
    if (!account) throw new RpcError(4100, 'UNAUTHORIZED', { details: `The wallet does not expose ${address}.` })
    return account
  }

  const toConnected = (reply: unknown): WalletState => {
    const { accounts } = (reply ?? {}) as { readonly accounts?: unknown }
    return toShown(accounts ?? wallet.accounts)
  }

  return {
    async connect() {
      return toConnected(await call('bitcoin:connect', 'connect')({ purposes: ['payment', 'ordinals'] }))
    },
    read: async () => toShown(wallet.accounts),
    async restore() {
      const shown = toShown(wallet.accounts)
      if (shown.accounts.length > 0 || !wallet.features['standard:connect']) return shown
      // to a silent request, wallets answer "rejected" although the user was not asked
      return toConnected(await call('standard:connect', 'connect')({ silent: true }).catch(() => undefined))
    },
    async disconnect() {
      const feature = wallet.features['bitcoin:disconnect'] ? 'bitcoin:disconnect' : 'standard:disconnect'
      return call(feature, 'disconnect')()
    },
    async signMessage({ address, message }) {
      const reply = await call('bitcoin:signMessage', 'signMessage')({ account: find(address), message })
      const [first] = toList(reply)
      return { signature: (first as { readonly signature?: unknown } | undefined)?.signature }
    },
    async signPsbt({ psbt, inputs, network }) {
      const inputsToSign = inputs.map(({ index, address, sighashTypes }) => {
        const sigHash = toFlag(sighashTypes?.[0])
        return { account: find(address), signingIndexes: [index], ...(sigHash && { sigHash }) }
      })
      const chain = `bitcoin:${toNetworkName(network)}`
      const [first] = toList(await call('bitcoin:signTransaction', 'signTransaction')({ psbt, inputsToSign, chain }))
      if (!first) throw new InvalidWalletReplyError({ details: 'bitcoin:signTransaction: no output' })
      return (first as { readonly signedPsbt?: unknown }).signedPsbt
    },
    ...(wallet.features['bitcoin:sendTransfer'] !== undefined && {
      transfer: {
        takesFeeRate: false,
        async send({ from, to, sats }) {
          const reply = await call('bitcoin:sendTransfer', 'sendTransfer')({ account: find(from), to, sats })
          return (reply as { readonly txid?: unknown } | undefined)?.txid
        },
      },
    }),
    listen(onEvent) {
      const feature = wallet.features['bitcoin:events'] ?? wallet.features['standard:events']
      const { on } = (feature ?? {}) as { readonly on?: Listen }
      // the accounts of the event may be outdated, the wallet's own list is not
      const stop = on?.call(feature, 'change', () => onEvent(toShown(wallet.accounts)))
      return () => {
        if (typeof stop === 'function') stop()
      }
    },
  }
}

/** The standard's name of a sighash type, e.g. `SINGLE|ANYONECANPAY`; none for Taproot's default, which wallets choose themselves. */
function toFlag(sighashType = 0): string | undefined {
  const name = ['ALL', 'NONE', 'SINGLE'][(sighashType & 0x7f) - 1]
  return name && sighashType & 0x80 ? `${name}|ANYONECANPAY` : name
}
