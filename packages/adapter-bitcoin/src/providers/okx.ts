import { type CaipNetworkId, isRecord } from '@latchkey/core'
import { ChainNotSupportedError } from '@latchkey/core/plugin'
import { toList } from '../encoding.js'
import { toNetworkName } from '../networks.js'
import { createInjectedActions, type InjectedWallet, listenTo, readAccounts, toTransfer } from './injected.js'
import type { BitcoinProvider, WalletState } from './provider.js'

type Okx = InjectedWallet & { connect(): Promise<unknown> }

/** The object for each network on `window.okxwallet`. */
const networkObjects: { readonly [network: string]: string } = { testnet: 'bitcoinTestnet', signet: 'bitcoinSignet' }

/** OKX has an object per network; only the main one returns accounts without a prompt. */
export function createOkxProvider(target: object, page: object | null): BitcoinProvider {
  const main = target as Okx
  let wallet = main
  /** Set if the object is for one network; for the main one, the addresses determine it. */
  let network: CaipNetworkId | undefined
  /** The accounts that an object without `getAccounts` has shared on this page. */
  let shown: WalletState['accounts'] = []

  let follow: (() => () => void) | undefined
  let stop: (() => void) | undefined

  const use = (next: Okx, caipNetworkId: CaipNetworkId | undefined): void => {
    wallet = next
    network = caipNetworkId
    stop?.()
    stop = follow?.()
  }

  const select = (caipNetworkId: CaipNetworkId | undefined): void => {
    const place = networkObjects[toNetworkName(caipNetworkId ?? '') ?? '']
    const found = place ? getObject(page, place) : undefined
    use(found ?? main, found && caipNetworkId)
  }

  const connect = async (): Promise<WalletState> => {
    const reply = await wallet.connect()
    const { address, publicKey, compressedPublicKey } = isRecord(reply) ? reply : {}
    shown = address === undefined ? [] : [{ address, publicKey: compressedPublicKey ?? publicKey }]
    return { accounts: shown, network }
  }

  const read = async (): Promise<WalletState> => {
    const accounts = wallet.getAccounts ? await readAccounts(wallet, await wallet.getAccounts()) : shown
    return { accounts, network }
  }

  return {
    ...createInjectedActions(() => wallet),
    // the objects of test networks can't pay
    get transfer() {
      return toTransfer(wallet)
    },
    connect(preferred) {
      select(preferred)
      return connect()
    },
    read,
    restore(preferred) {
      // the main object would return another account, on mainnet
      select(preferred)
      return read()
    },
    async disconnect() {
      shown = []
      await wallet.disconnect?.()
    },
    async switchNetwork(caipNetworkId) {
      const before = { wallet, network }
      select(caipNetworkId)
      try {
        if (wallet === before.wallet && toNetworkName(caipNetworkId) !== 'mainnet')
          throw new ChainNotSupportedError({ details: caipNetworkId })
        await connect()
      } catch (cause) {
        use(before.wallet, before.network)
        throw cause
      }
    },
    listen(onEvent) {
      const onAccounts = (addresses: unknown): void => {
        shown = toList(addresses)
          .slice(0, 1)
          .map((address) => ({ address }))
        // an account is read again if it can be, because the event lacks its key
        onEvent(wallet.getAccounts && shown.length > 0 ? undefined : { accounts: shown, network })
      }
      const onDisconnect = (): void => onAccounts([])
      follow = () => listenTo(wallet, { accountsChanged: onAccounts, disconnect: onDisconnect })
      stop = follow()
      return () => {
        follow = undefined
        stop?.()
        stop = undefined
      }
    },
  }
}

function getObject(page: object | null, place: string): Okx | undefined {
  const { okxwallet } = (page ?? {}) as { readonly okxwallet?: Readonly<Record<string, Okx | undefined>> }
  return typeof okxwallet?.[place]?.connect === 'function' ? okxwallet[place] : undefined
}
