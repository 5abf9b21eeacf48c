import {
  type Account,
  type Accounts,
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
import { parseChainId } from '../encoding.js'
import { parseAccounts, readNetworkId, toAccounts } from './accounts.js'
import { readTimeout, requestWallet, waitForWallet } from './requests.js'
import type { Eip1193Provider, WalletLink, WalletObserver } from './walletLink.js'

/** Talks to a wallet of the page (EIP-1193). */
export function openWallet(options: Omit<WalletLink, 'listen'>): OpenWallet {
  const { provider, warn } = options
  const joinPrompt = joinPrompts<unknown>()

  const link: WalletLink = {
    ...options,
    listen(event, listener) {
      notifyListeners([() => provider.on?.(event, listener)], undefined, warn)
      return () => notifyListeners([() => provider.removeListener?.(event, listener)], undefined, warn)
    },
  }
  const wallet = createWallet(link)
  // async, so that a provider that throws rejects
  const request = async (method: string): Promise<unknown> => provider.request({ method })

  return {
    prepare: () => void warmUp(options).catch(warn),
    connect({ silent, ...options }) {
      const reply = silent ? request('eth_accounts') : joinPrompt(() => request('eth_requestAccounts'), options.signal)
      return wallet.connect({ silent, ...options }, reply)
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
      (await loadModule(() => import('../features/walletFeatures.js'))).createWalletFeatures(link, wallet),
    ),
  }
}

/** After this many, the engine has compiled the hash of an address, and runs it ten times as fast as at first. */
const warmUpRounds = 8

const madeUpAddress = `0x${'a'.repeat(40)}`

/**
 * Connects a made-up wallet a few times, so that the engine has compiled what connecting runs before the user clicks. Sends nothing to
 * the real wallet and emits no events. Runs once for all wallets.
 */
const warmUp = lazily(async (options: Omit<WalletLink, 'listen'>): Promise<void> => {
  const provider: Eip1193Provider = {
    request: async ({ method }) => (method === 'eth_chainId' ? '0x1' : [madeUpAddress]),
    on: () => undefined,
    removeListener: () => undefined,
  }
  const { signal } = new AbortController()
  for (let round = 0; round < warmUpRounds; round++) {
    const wallet = openWallet({ ...options, provider, emit: () => undefined })
    await wallet.connect({ namespace: 'eip155', silent: false, signal })
    wallet.listen()()
    // one per task, so that a click waits for one at most
    await new Promise((resume) => setTimeout(resume))
  }
})

/** The connection's state, read from the wallet's replies and events. */
export type Wallet = WalletObserver & {
  /** `reply` is the reply to the request for accounts, which was sent before. */
  connect(request: ConnectRequest, reply: Promise<unknown>): Promise<ConnectResult>
  disconnect(request: NamespaceRequest): Promise<void>
  /** An event of the provider (EIP-1193). */
  handle(event: 'accountsChanged' | 'chainChanged' | 'disconnect', payload: unknown): void
}

/** "Try again later" (EIP-1193, after `CloseEvent`): the wallet will reconnect soon. */
const tryAgainLater = 1013

/** How deep wallets nest the code, e.g. in `data.originalError`. */
const maxDepth = 3

export function createWallet(link: WalletLink): Wallet {
  let known: Partial<ConnectResult> = {}

  const observe: Wallet['observe'] = ({ accounts, caipNetworkId }) => {
    // ignore events before a connection
    if (!known.accounts) return
    if (accounts && !hasAccount(accounts)) {
      known = {}
      link.emit('disconnect', { namespace: 'eip155' })
      return
    }
    const change = {
      ...(accounts && !isSame(accounts, known.accounts) && { accounts }),
      ...(caipNetworkId && caipNetworkId !== known.caipNetworkId && { caipNetworkId }),
    }
    if (Object.keys(change).length === 0) return
    known = { ...known, ...change }
    link.emit('change', { namespace: 'eip155', ...change })
  }

  return {
    observe,
    async connect({ silent, signal }, reply) {
      const accounts = toAccounts(
        await waitForWallet(link, reply, { signal, timeout: silent ? readTimeout : undefined }),
      )
      if (!hasAccount(accounts)) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet shows no account.' })
      const caipNetworkId = await readNetworkId(link, signal)
      known = { accounts, caipNetworkId }
      return { accounts, caipNetworkId }
    },
    async disconnect({ signal }) {
      known = {}
      const call = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
      try {
        await requestWallet(link, call, { signal })
      } catch (cause) {
        if (!isNothingToRevoke(cause)) throw cause
      }
    },
    // reads the event only and sends no request: a wallet that emits events during requests would cause a loop
    handle(event, payload) {
      const accounts = event === 'accountsChanged' ? parseAccounts(payload) : null
      const chainId = event === 'chainChanged' ? parseChainId(payload) : null
      if (accounts) observe({ accounts })
      if (chainId) observe({ caipNetworkId: `eip155:${chainId}` })
      if (event === 'disconnect' && !isBackSoon(payload)) observe({ accounts: [] })
    },
  }
}

/** Checked here, because core's table of codes is loaded with the first error only. */
function isBackSoon(error: unknown, depth = 0): boolean {
  try {
    if (!isRecord(error) || depth > maxDepth) return false
    return error['code'] === tryAgainLater || Object.values(error).some((inner) => isBackSoon(inner, depth + 1))
  } catch {
    return false // a proxy that throws
  }
}

function hasAccount(accounts: readonly Account[]): accounts is Accounts {
  return accounts.length > 0
}

function isSame(a: readonly Account[], b: readonly Account[] | undefined): boolean {
  return a.length === b?.length && a.every(({ address }, index) => address === b[index]?.address)
}

/** Whether the wallet has no permissions to revoke, so that there is nothing more to disconnect. */
function isNothingToRevoke(cause: unknown): boolean {
  const codes = ['METHOD_NOT_FOUND', 'METHOD_NOT_SUPPORTED', 'UNSUPPORTED_METHOD', 'UNAUTHORIZED']
  return isLatchkeyError(cause) && codes.includes(cause.code)
}
