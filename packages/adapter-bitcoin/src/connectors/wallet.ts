import { type ConnectRequest, type ConnectResult, lazily, loadModule } from '@latchkey/core'
import { InvalidWalletReplyError, joinPrompts, RpcError } from '@latchkey/core/plugin'
import type { Shape } from '../discovery.js'
import type { WalletFeatures } from '../features/walletFeatures.js'
import { isOfNetwork, pickNetwork } from '../networks.js'
import type { BitcoinProvider, CreateProvider, WalletState } from '../providers/provider.js'
import { toAccounts } from './accounts.js'
import { isNothingToRevoke, readTimeout, requestWallet } from './requests.js'
import type { Wallet, WalletLink } from './walletLink.js'

export type LoadedWallet = Wallet & { loadFeatures(): Promise<WalletFeatures> }

/** Milliseconds between two reads after events: a wallet that emits events while it is read would cause a loop. */
const minReadInterval = 1_000

/** Talks to a wallet of the page, whatever its interface. */
export function createWallet(link: WalletLink): LoadedWallet {
  const { env, found, getNetworks, payingAddresses, warn } = link
  let loaded: BitcoinProvider | undefined
  const getProvider = lazily(async () => {
    loaded = (await loadProvider(found.shape))(found.target, env.window())
    return loaded
  })
  /** The last `connect` request, whose values apply if the wallet doesn't report its own. */
  let requested: Pick<ConnectRequest, 'network' | 'accountType'> = {}
  let known: ConnectResult | undefined
  const joinPrompt = joinPrompts<WalletState>()

  const toResult = (shown: WalletState): ConnectResult | null => {
    const wanted = [requested.network?.caipNetworkId, ...getNetworks().map(({ caipNetworkId }) => caipNetworkId)]
    const isWanted = (family: Parameters<typeof isOfNetwork>[0]): boolean =>
      wanted.some((id) => id !== undefined && isOfNetwork(family, id))
    try {
      if (shown.accounts.length === 0) return null
      const result = toAccounts(shown.accounts, isWanted)
      if (!result) throw new InvalidWalletReplyError({ details: 'accounts: not a Bitcoin address.' })
      const { accounts, family } = result
      const payer = accounts.find(({ type }) => type === 'payment')
      if (payer && loaded?.transfer) payingAddresses.add(payer.address)
      const caipNetworkId = pickNetwork(family, [shown.network, known?.caipNetworkId, ...wanted])
      return { accounts: prefer(accounts, requested.accountType), caipNetworkId }
    } catch (cause) {
      throw cause instanceof InvalidWalletReplyError
        ? cause
        : new InvalidWalletReplyError({ cause, details: 'accounts' })
    }
  }

  const observe = (result: ConnectResult | null): void => {
    // ignore events before a connection
    if (!known) return
    if (!result) {
      known = undefined
      link.emit('disconnect', { namespace: 'bip122' })
      return
    }
    const accounts = keepKeys(result.accounts, known.accounts)
    const change = {
      ...(!isSame(accounts, known.accounts) && { accounts }),
      ...(result.caipNetworkId !== known.caipNetworkId && { caipNetworkId: result.caipNetworkId }),
    }
    known = { ...result, accounts }
    if (Object.keys(change).length > 0) link.emit('change', { namespace: 'bip122', ...change })
  }

  const read: Wallet['read'] = async (signal) => {
    const provider = await getProvider()
    const result = toResult(await requestWallet(link, () => provider.read(), { signal, timeout: readTimeout }))
    observe(result)
    return result
  }

  const wallet: LoadedWallet = {
    getProvider,
    read,
    loadFeatures: lazily(async () =>
      (await loadModule(() => import('../features/walletFeatures.js'))).createWalletFeatures(link, wallet),
    ),
    prepare() {
      getProvider().catch(() => undefined) // reported by the `connect` that needs it
    },
    async connect({ network, accountType, silent, signal }) {
      const provider = await getProvider()
      signal.throwIfAborted()
      const request = (): Promise<WalletState> =>
        silent
          ? (provider.restore?.(network?.caipNetworkId) ?? provider.read())
          : joinPrompt(async () => provider.connect(network?.caipNetworkId), signal)
      const shown = await requestWallet(link, request, { signal, timeout: silent ? readTimeout : undefined })
      requested = { network, accountType }
      const result = toResult(shown)
      if (!result) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The wallet shows no account.' })
      known = result
      return result
    },
    async disconnect({ signal }) {
      known = undefined
      const provider = await getProvider()
      try {
        await requestWallet(link, () => provider.disconnect(), { signal })
      } catch (cause) {
        if (!isNothingToRevoke(cause)) throw cause
      }
    },
    listen() {
      const ended = new AbortController()
      const { signal } = ended
      let next = 0
      let cancel: (() => void) | undefined
      let stop: (() => void) | undefined
      /** Whether the wallet has reported a change since the last read began. */
      let isStale = false

      const scheduleRead = (): void => {
        if (!known || signal.aborted) return
        isStale = true
        cancel ??= env.setTimeout(readAgain, Math.max(0, next - env.now()))
      }
      const readAgain = (): void => {
        next = env.now() + minReadInterval
        isStale = false
        void read(signal)
          .catch((cause: unknown) => signal.aborted || warn(cause))
          .finally(() => {
            cancel = undefined
            if (isStale) scheduleRead()
          })
      }
      const onEvent = (shown: WalletState | undefined): void => {
        try {
          if (shown) observe(toResult(shown))
          else scheduleRead()
        } catch (cause) {
          warn(cause) // an invalid event changes nothing
        }
      }
      const attach = (provider: BitcoinProvider): void => {
        if (!signal.aborted) stop = provider.listen(onEvent)
      }
      // at once if possible, so that no event is missed
      if (loaded) attach(loaded)
      else getProvider().then(attach).catch(warn)
      return () => {
        ended.abort()
        cancel?.()
        stop?.()
      }
    },
  }
  return wallet
}

/** Puts the account of the preferred type first, which makes it the active one. [S3.21] */
function prefer(accounts: ConnectResult['accounts'], type: ConnectRequest['accountType']): ConnectResult['accounts'] {
  const preferred = type === 'ordinal' ? accounts.find((account) => account.type === type) : undefined
  return preferred ? [preferred, ...accounts.filter((account) => account !== preferred)] : accounts
}

/** Keeps the other data of each address, as events include addresses only. */
function keepKeys(accounts: ConnectResult['accounts'], before: ConnectResult['accounts']): ConnectResult['accounts'] {
  const [first, ...rest] = accounts.map((account) => ({
    ...before.find(({ address }) => address === account.address),
    ...account,
  }))
  return first ? [first, ...rest] : accounts
}

function isSame(a: ConnectResult['accounts'], b: ConnectResult['accounts']): boolean {
  return (
    a.length === b.length &&
    a.every(({ address, type }, index) => address === b[index]?.address && type === b[index]?.type)
  )
}

/** Loads the provider for a kind of interface. Pages rarely have wallets of more than one or two kinds. */
export async function loadProvider(shape: Shape): Promise<CreateProvider> {
  switch (shape) {
    case 'standard':
      return (await loadModule(() => import('../providers/standard.js'))).createStandardProvider
    case 'request':
      return (await loadModule(() => import('../providers/satsConnect.js'))).createSatsConnectProvider
    case 'leather':
      return (await loadModule(() => import('../providers/leather.js'))).createLeatherProvider
    case 'okx':
      return (await loadModule(() => import('../providers/okx.js'))).createOkxProvider
    case 'unisat':
      return (await loadModule(() => import('../providers/unisat.js'))).createUnisatProvider
  }
}
