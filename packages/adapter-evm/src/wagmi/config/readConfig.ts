import type { Accounts, ConnectResult } from '@latchkey/core'
import type { Config } from 'wagmi'
import { parseAccounts } from '../../connectors/parseAccounts.js'
import { parseChainId } from '../../connectors/parseChainId.js'

/** wagmi's connection through a connector; null where there is none, or one that no modal could show. */
export function readConfig({ state }: Config, uid: string): ConnectResult | null {
  const { accounts, chainId } = state.connections.get(uid) ?? {}
  const [first, ...more] = parseAccounts(accounts) ?? []
  const id = parseChainId(chainId)
  if (!first || id === null) return null
  const all: Accounts = [first, ...more]
  return { accounts: all, caipNetworkId: `eip155:${id}` }
}

/** Whether wagmi is restoring what it had stored, or somebody is being asked. */
export function isBusy({ state }: Config): boolean {
  return state.status === 'connecting' || state.status === 'reconnecting'
}
