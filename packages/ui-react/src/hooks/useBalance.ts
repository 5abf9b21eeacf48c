import { type Balance, getAccount, loadModule, type ModalState, type Namespace } from '@latchkey/core'
import { useCallback, useEffect, useRef } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'
import { type QueryState, useQuery } from './useQuery.js'

export type UseBalanceOptions = {
  /** Contract or mint address of a token. Default: the native currency. */
  readonly token?: string | undefined
  /** Default: the active namespace. */
  readonly namespace?: Namespace | undefined
  readonly modal?: UiModal | undefined
}

/**
 * Reads a balance of the connected account from the nodes of its network, in atomic units. Reads it again when the account
 * or the network changes, and after each transaction that the modal or {@link useSendTransaction} has sent or {@link
 * useAddRecentTransaction} has registered. Nothing is read while no wallet is connected: `status` stays `pending`. Errors:
 * `INVALID_PARAMS` if there is no token at the address, `FEATURE_NOT_SUPPORTED`, and those of the nodes.
 */
export function useBalance({ token, namespace, modal }: UseBalanceOptions = {}): QueryState<Balance> {
  const instance = useModalInstance(modal)
  const { caipAddress, isConnected, shown } = useModalState(
    useCallback(
      (state: ModalState) => {
        const account = getAccount(state, namespace)
        const wanted = namespace ?? state.activeNamespace
        const balance = wanted && state.namespaces[wanted]?.balance
        return {
          caipAddress: account.caipAddress,
          isConnected: account.status === 'connected',
          // a new object each time that the modal has read it
          shown: balance?.status === 'ready' ? balance.last : undefined,
        }
      },
      [namespace],
    ),
    modal,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another balance
  const read = useCallback(
    async (signal: AbortSignal): Promise<Balance> => {
      const { readBalance } = await loadModule(() => import('@latchkey/core/controllers/portfolio'))
      return readBalance(instance, { namespace, token, signal })
    },
    [instance, namespace, token, caipAddress],
  )
  const query = useQuery(isConnected ? read : undefined)
  const { refetch } = query
  const last = useRef(shown)
  useEffect(() => {
    if (shown && last.current !== shown) refetch()
    last.current = shown
  }, [shown, refetch])
  return query
}
