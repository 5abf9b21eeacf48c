import {
  type Account,
  type Accounts,
  type CaipNetworkId,
  type ConnectRequest,
  type ConnectResult,
  isLatchkeyError,
  isRecord,
  lazily,
  loadModule,
  type NamespaceRequest,
  notifyListeners,
  type OpenWallet,
} from '@latchkey/core'
import { joinPrompts, RpcError } from '@latchkey/core/plugin'
import { solanaMainnet, toStandardChain } from '../networks.js'
import { parseAccounts, readAccounts, toAccounts } from './accounts.js'
import { readTimeout, requestWallet, waitForWallet } from './requests.js'
import type { WalletAccount, WalletLink, WalletObserver } from './walletLink.js'

type Method = (...inputs: readonly unknown[]) => unknown

type Events = { on?(event: 'change', listener: (properties: unknown) => void): () => void }

/** Talks to a wallet of the page (Wallet Standard). */
export function openWallet(options: Omit<WalletLink, 'call'>): OpenWallet {
  const { wallet: own, warn } = options
  const joinPrompt = joinPrompts<unknown>()

  const link: WalletLink = {
    ...options,
    async call(feature, ...inputs) {
      const [, method = ''] = feature.split(':')
      // called as a method, because some features are class instances
      return (own.features[feature] as Readonly<Record<string, Method | undefined>>)[method]?.(...inputs)
    },
  }
  const wallet = createWallet(link)

  return {
    async connect(request) {
      if (request.silent) return wallet.connect(request, undefined)
      return wallet.connect(
        request,
        joinPrompt(() => link.call('standard:connect'), request.signal),
      )
    },
    disconnect: wallet.disconnect,
    listen() {
      let stop: (() => void) | undefined
      const listen = (): void => {
        const events = own.features['standard:events'] as Events | undefined
        const end = events?.on?.('change', wallet.handle)
        if (typeof end === 'function') stop = end
      }
      notifyListeners([listen], undefined, warn)
      return () => stop && notifyListeners([stop], undefined, warn)
    },
    loadFeatures: lazily(async () =>
      (await loadModule(() => import('../features/walletFeatures.js'))).createWalletFeatures(link, wallet),
    ),
  }
}

/** The connection's state, read from the wallet's replies and events. */
export type Wallet = WalletObserver & {
  /** `reply` is the reply to `standard:connect` if that was called before. */
  connect(request: ConnectRequest, reply: Promise<unknown> | undefined): Promise<ConnectResult>
  disconnect(request: NamespaceRequest): Promise<void>
  /** Handles the properties of a `change` event (`standard:events`). */
  handle(properties: unknown): void
}

/** Solana wallets have no current network, as each request names one. The connection keeps it instead. */
export function createWallet(link: WalletLink): Wallet {
  let known: Partial<ConnectResult> = {}

  const observe: Wallet['observe'] = ({ accounts: seen, caipNetworkId }) => {
    // ignore events before a connection
    if (!known.accounts) return
    const accounts = seen?.map(({ account }) => account)
    if (accounts && !hasAccount(accounts)) {
      known = {}
      link.emit('disconnect', { namespace: 'solana' })
      return
    }
    const change = {
      ...(accounts && !isSame(accounts, known.accounts) && { accounts }),
      ...(caipNetworkId && caipNetworkId !== known.caipNetworkId && { caipNetworkId }),
    }
    if (Object.keys(change).length === 0) return
    known = { ...known, ...change }
    link.emit('change', { namespace: 'solana', ...change })
  }

  /**
   * The accounts that need no prompt: those that the wallet exposes already, or exposes to sites that it has connected
   * before.
   */
  const connectSilently = async (signal: AbortSignal): Promise<readonly WalletAccount[]> => {
    const shown = readAccounts(link)
    if (shown.length > 0) return shown
    try {
      const call = { feature: 'standard:connect', inputs: [{ silent: true }] } as const
      return readReply(await requestWallet(link, call, { signal, timeout: readTimeout }))
    } catch (cause) {
      // to a silent request, wallets answer "rejected" although the user was not asked
      if (isLatchkeyError(cause) && cause.code === 'USER_REJECTED') throw toUnauthorized(cause)
      throw cause
    }
  }

  /** The accounts in the reply of `standard:connect`, or those that the wallet exposes if the reply has none. */
  const readReply = (reply: unknown): readonly WalletAccount[] => {
    const accounts = isRecord(reply) ? reply['accounts'] : undefined
    return accounts === undefined ? readAccounts(link) : toAccounts(accounts)
  }

  /** The requested network, the last one, or the modal's first: whichever of them the account is on. */
  const chooseNetwork = ({ chains }: WalletAccount, requested: ConnectRequest['network']): CaipNetworkId => {
    const preferred = [requested?.caipNetworkId, known.caipNetworkId].filter((id) => id !== undefined)
    const ids = [...preferred, ...link.getNetworks().map(({ caipNetworkId }) => caipNetworkId)]
    return ids.find((id) => chains.includes(toStandardChain(id))) ?? ids[0] ?? `solana:${solanaMainnet.id}`
  }

  return {
    observe,
    async connect({ silent, signal, network }, reply) {
      const seen =
        silent || !reply ? await connectSilently(signal) : readReply(await waitForWallet(link, reply, { signal }))
      const accounts = seen.map(({ account }) => account)
      const [selected] = seen
      if (!selected || !hasAccount(accounts)) throw toUnauthorized()
      const caipNetworkId = chooseNetwork(selected, network)
      known = { accounts, caipNetworkId }
      return { accounts, caipNetworkId }
    },
    async disconnect({ signal }) {
      known = {}
      if (link.features.includes('standard:disconnect'))
        await requestWallet(link, { feature: 'standard:disconnect', inputs: [] }, { signal })
    },
    handle(properties) {
      const accounts = readChangedAccounts(properties)
      if (accounts) observe({ accounts })
    },
  }
}

/** The accounts of a `change` event; null if it has none, or they are invalid. Sends no request, as that could cause a loop. */
function readChangedAccounts(properties: unknown): readonly WalletAccount[] | null {
  try {
    const accounts = isRecord(properties) ? properties['accounts'] : undefined
    return accounts === undefined ? null : parseAccounts(accounts)
  } catch {
    return null // a getter that throws
  }
}

function toUnauthorized(cause?: unknown): RpcError {
  return new RpcError(4100, 'UNAUTHORIZED', { cause, details: 'The wallet shows no account.' })
}

function hasAccount(accounts: readonly Account[]): accounts is Accounts {
  return accounts.length > 0
}

function isSame(a: readonly Account[], b: readonly Account[] | undefined): boolean {
  return a.length === b?.length && a.every(({ address }, index) => address === b[index]?.address)
}
