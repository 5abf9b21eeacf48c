import {
  getWalletRows,
  internals,
  LatchkeyError,
  type ModalState,
  type Namespace,
  type WalletRow,
} from '@latchkey/core'
import { useCallback, useMemo } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'
import { type QueryState, useQuery } from './useQuery.js'

export type UseWalletsOptions = {
  /** Default: all namespaces. */
  readonly namespace?: Namespace | undefined
  readonly modal?: UiModal | undefined
}

export type UseWalletsResult = Omit<QueryState<unknown>, 'data'> & {
  /**
   * The wallets to offer, in the order of the modal: with a `connector` those of this browser, with a `wallet` those of the
   * list, which connect from another device.
   */
  readonly wallets: readonly WalletRow[]
}

const selectSources = ({ status, connectors, wallets, features, recentConnectorIds, namespaces }: ModalState) => ({
  status,
  connectors,
  wallets,
  features,
  recentConnectorIds,
  namespaces,
})

/** Lists wallets, for a list of your own. `status` is that of the wallet list; wallets of this browser are there without it. */
export function useWallets({ namespace, modal }: UseWalletsOptions = {}): UseWalletsResult {
  const instance = useModalInstance(modal)
  const sources = useModalState(selectSources, modal)
  const canPair = sources.connectors.some(({ type }) => type === 'WALLET_CONNECT')
  const read = useCallback(async () => {
    await (await instance[internals].load.wallets()).prefetchWallets(instance)
    // never rejects: a failure is in the state
    const { error } = instance.getState().wallets.all
    if (error) throw new LatchkeyError(error.code, error.message)
    return null
  }, [instance])
  const { data: _, ...query } = useQuery(canPair ? read : undefined)
  // the server and the first render of the page know no wallets yet
  const isStarted = sources.status !== 'idle'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are made of these parts of the state
  const wallets = useMemo(
    () => (isStarted ? getWalletRows(instance, namespace) : []),
    [instance, namespace, sources, isStarted],
  )
  return { ...query, wallets }
}
