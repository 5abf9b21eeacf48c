import { type ConnectionEntry, getConnections, type ModalState, type Namespace } from '@latchkey/core'
import { useMemo } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

const selectSources = ({ namespaces, connectors }: ModalState): Pick<ModalState, 'namespaces' | 'connectors'> => ({
  namespaces,
  connectors,
})

/** The connections of one namespace or of all: live ones first, then recent ones. */
export function useConnectionEntries(
  namespace?: Namespace | undefined,
  modal?: UiModal | undefined,
): readonly ConnectionEntry[] {
  const instance = useModalInstance(modal)
  const sources = useModalState(selectSources, modal)
  return useMemo(
    () => getConnections({ ...instance.getState(), ...sources }, namespace),
    [instance, sources, namespace],
  )
}
