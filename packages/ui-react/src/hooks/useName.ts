import {
  type AccountName,
  type CaipNetworkId,
  getCaipNetworkId,
  getConnection,
  loadModule,
  type ModalState,
} from '@latchkey/core'
import { useCallback } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'
import { type QueryState, useQuery } from './useQuery.js'

export type UseNameOptions = {
  /** Looks up the name of this EVM address. Default: the connected account. */
  readonly address?: string | undefined
  /** Looks up the address of this name instead. */
  readonly name?: string | undefined
  readonly modal?: UiModal | undefined
}

type Named = {
  readonly own: string | undefined
  /** The name that the modal knows of it. */
  readonly known: string | undefined
  readonly caipNetworkId: CaipNetworkId | undefined
}

/** The account and the network of the only namespace with names. */
const selectNamed = (state: ModalState): Named => ({
  own: getConnection(state, 'eip155')?.accounts[0].address,
  known: state.namespaces['eip155']?.identity?.name,
  caipNetworkId: getCaipNetworkId(state, 'eip155'),
})

/**
 * Looks up the name and the picture of an address, or the address of a name on the active EVM network, at
 * `services.blockchainApi`; again when the network changes. `data` is null if there is no name. Without that service, or on a
 * network that it doesn't serve, `data` is null, too, and nothing is fetched. `status` stays `pending` while no wallet is connected
 * and no address given. Errors: `INVALID_PARAMS` for an invalid EVM address, and those of the service.
 */
export function useName({ address, name, modal }: UseNameOptions = {}): QueryState<AccountName | null> {
  const instance = useModalInstance(modal)
  const { own, known, caipNetworkId } = useModalState(selectNamed, modal)
  const wanted = address ?? own
  const isStarted = useModalState(selectStarted, modal)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name has an address per network, and the account may get another name
  const read = useCallback(
    async (signal: AbortSignal): Promise<AccountName | null> => {
      const { fetchName } = await loadModule(() => import('@latchkey/core/controllers/names'))
      return fetchName(instance, name === undefined ? { address: wanted ?? '', signal } : { name, signal })
    },
    [instance, name, wanted, caipNetworkId, wanted === own ? known : undefined],
  )
  return useQuery(isStarted && (name ?? wanted) !== undefined ? read : undefined)
}

const selectStarted = ({ status }: ModalState): boolean => status === 'ready'
