import type { ModalState, Route } from '@latchkey/core'
import { getRoute } from '@latchkey/core/internal'
import { useEffect, useState } from 'react'
import { useModalState } from '../hooks/useModalState.js'

const selectRoute = (state: ModalState): Route => getRoute(state)
const selectOpen = (state: ModalState): boolean => state.modal.open

/**
 * The route to show. While the modal is closed it is the last one, so that nothing changes while it fades. While it is
 * open it follows one task later: what is left at once, as the view that waits for a wallet that answers without
 * asking, is never rendered.
 */
export function useWantedRoute(): Route {
  const route = useModalState(selectRoute)
  const isOpen = useModalState(selectOpen)
  const [wanted, setWanted] = useState({ route, isOpen })
  const isOpening = isOpen && !wanted.isOpen
  if (isOpen !== wanted.isOpen) setWanted({ route: isOpen ? route : wanted.route, isOpen })

  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setTimeout(() => setWanted((before) => (before.route === route ? before : { route, isOpen })))
    return () => clearTimeout(timer)
  }, [route, isOpen])

  return isOpening ? route : wanted.route
}
