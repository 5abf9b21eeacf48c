import type { Account, Accounts, CaipNetworkId, ConnectRequest, ConnectResult, NamespaceRequest } from '@latchkey/core'
import { isLatchkeyError, isRecord } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { mainnet, toStandardChain } from '../toStandardChain.js'
import { askWallet, readDeadline, waitForWallet } from './askWallet.js'
import { parseAccounts, type WalletAccount } from './parseAccounts.js'
import { readAccounts, toAccounts } from './readAccounts.js'
import type { WalletLink } from './walletLink.js'

/** The part of a connector that reads what the wallet says. */
export type Wallet = {
  /** `reply` is the answer to the request to connect where that is on its way already. */
  connect(request: ConnectRequest, reply: Promise<unknown> | undefined): Promise<ConnectResult>
  disconnect(request: NamespaceRequest): Promise<void>
  /** The properties of a `change` event of the wallet (`standard:events`). */
  handle(properties: unknown): void
  /** Takes over what the wallet showed; whoever listens is told of what is new. */
  observe(seen: { readonly accounts?: readonly WalletAccount[]; readonly caipNetworkId?: CaipNetworkId }): void
}

/** Wallets of Solana are on no network of their own: each request names one. So the connection keeps it. */
export function createWallet(link: WalletLink): Wallet {
  let known: Partial<ConnectResult> = {}

  const observe: Wallet['observe'] = ({ accounts: seen, caipNetworkId }) => {
    // not connected, or not yet: what the wallet does then is its own affair
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

  /** What is asked without a prompt is answered by what the wallet shows, or by what it gives to a site that it knows. */
  const askSilently = async (signal: AbortSignal): Promise<readonly WalletAccount[]> => {
    const shown = readAccounts(link)
    if (shown.length > 0) return shown
    try {
      const call = { feature: 'standard:connect', inputs: [{ silent: true }] } as const
      return readReply(await askWallet(link, call, { signal, deadline: readDeadline }))
    } catch (cause) {
      // asked silently, wallets say "rejected" though nobody was asked
      if (isLatchkeyError(cause) && cause.code === 'USER_REJECTED') throw toUnauthorized(cause)
      throw cause
    }
  }

  /** The reply of `standard:connect`; where it brings no accounts, those that the wallet shows. */
  const readReply = (reply: unknown): readonly WalletAccount[] => {
    const accounts = isRecord(reply) ? reply['accounts'] : undefined
    return accounts === undefined ? readAccounts(link) : toAccounts(accounts)
  }

  /** The network of the visitor's choice, the last one, or the first of the modal that the account is on. */
  const chooseNetwork = ({ chains }: WalletAccount, wish: ConnectRequest['network']): CaipNetworkId => {
    const wished = [wish?.caipNetworkId, known.caipNetworkId].filter((id) => id !== undefined)
    const ids = [...wished, ...link.getNetworks().map(({ caipNetworkId }) => caipNetworkId)]
    return ids.find((id) => chains.includes(toStandardChain(id))) ?? ids[0] ?? mainnet
  }

  return {
    observe,
    async connect({ silent, signal, network }, reply) {
      const seen =
        silent || !reply ? await askSilently(signal) : readReply(await waitForWallet(link, reply, { signal }))
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
        await askWallet(link, { feature: 'standard:disconnect', inputs: [] }, { signal })
    },
    handle(properties) {
      const accounts = readChangedAccounts(properties)
      if (accounts) observe({ accounts })
    },
  }
}

/** By what the event brings, never by asking; null where it is about something else, or makes no sense. */
function readChangedAccounts(properties: unknown): readonly WalletAccount[] | null {
  try {
    const accounts = isRecord(properties) ? properties['accounts'] : undefined
    return accounts === undefined ? null : parseAccounts(accounts)
  } catch {
    return null // a getter of a foreign object
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
