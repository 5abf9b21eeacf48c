import type { ConnectionEntry, ModalState, Namespace } from '@latchkey/core'
import { getConnections } from '@latchkey/core/controllers'
import { useMemo } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'
import { useModalState } from './useModalState.js'

const selectSources = ({ namespaces, connectors }: ModalState): Pick<ModalState, 'namespaces' | 'connectors'> => ({
  namespaces,
  connectors,
})

/** The connections of a namespace, or of all: live ones first, then those that ended. */
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
