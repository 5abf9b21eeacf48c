import {
  type Account,
  type Accounts,
  type CaipNetworkId,
  type ConnectRequest,
  type ConnectResult,
  isLatchkeyError,
  isRecord,
  type NamespaceRequest,
} from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { askWallet, readDeadline, waitForWallet } from './askWallet.js'
import { parseAccounts } from './parseAccounts.js'
import { parseChainId } from './parseChainId.js'
import { readNetworkId, toAccounts } from './readWallet.js'
import type { WalletLink } from './walletLink.js'

/** Takes over what the wallet showed while it was asked for something; whoever listens is told of what is new. */
export type Observer = {
  observe(seen: { readonly accounts?: readonly Account[]; readonly caipNetworkId?: CaipNetworkId }): void
}

/** The part of a connector that reads what the wallet says. */
export type Wallet = Observer & {
  /** Has the engine compile what checks an answer, so that no click waits for it. */
  prepare(): void
  /** `reply` is the answer to the request for accounts, which is on its way already. */
  connect(request: ConnectRequest, reply: Promise<unknown>): Promise<ConnectResult>
  disconnect(request: NamespaceRequest): Promise<void>
  /** An event of the provider (EIP-1193). */
  handle(event: 'accountsChanged' | 'chainChanged' | 'disconnect', payload: unknown): void
}

/** Try again later (EIP-1193 after CloseEvent): the wallet is about to come back. */
const tryAgainLater = 1013
/** How deep wallets hide the code: in `data.originalError`. */
const deepest = 3

export function createWallet(link: WalletLink): Wallet {
  let known: Partial<ConnectResult> = {}

  const observe: Wallet['observe'] = ({ accounts, caipNetworkId }) => {
    // not connected, or not yet: what the wallet does then is its own affair
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
    prepare() {
      parseAccounts([`0x${'a'.repeat(40)}`])
    },
    observe,
    async connect({ silent, signal }, reply) {
      const accounts = toAccounts(
        await waitForWallet(link, reply, { signal, deadline: silent ? readDeadline : undefined }),
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
        await askWallet(link, call, { signal })
      } catch (cause) {
        if (!isNothingToRevoke(cause)) throw cause
      }
    },
    // by what the event brings, never by asking: wallets that tell of changes while they are asked would go in circles
    handle(event, payload) {
      const accounts = event === 'accountsChanged' ? parseAccounts(payload) : null
      const chainId = event === 'chainChanged' ? parseChainId(payload) : null
      if (accounts) observe({ accounts })
      if (chainId) observe({ caipNetworkId: `eip155:${chainId}` })
      if (event === 'disconnect' && !isBackSoon(payload)) observe({ accounts: [] })
    },
  }
}

/** Read here, as the table of all codes is loaded for faults only. */
function isBackSoon(error: unknown, depth = 0): boolean {
  try {
    if (!isRecord(error) || depth > deepest) return false
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

/** Wallets without permissions to revoke, and those where there are none left, have let go as far as they can. */
function isNothingToRevoke(cause: unknown): boolean {
  const codes = ['METHOD_NOT_FOUND', 'METHOD_NOT_SUPPORTED', 'UNSUPPORTED_METHOD', 'UNAUTHORIZED']
  return isLatchkeyError(cause) && codes.includes(cause.code)
}
