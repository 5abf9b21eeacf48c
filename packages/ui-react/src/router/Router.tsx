import { internals, type ModalState, type Route } from '@latchkey/core'
import { getRoute } from '@latchkey/core/internal'
import { ViewNotFoundError } from '@latchkey/core/plugin'
import { type ComponentType, type ReactElement, useEffect, useState } from 'react'
import { useModalState } from '../hooks/useModalState.js'
import { useShell } from '../hooks/useShell.js'
import { FailedView, LoadingView } from '../primitives/ViewStates.js'
import type { ViewLoader } from './createViewLoader.js'
import { Header } from './Header.js'
import { ViewBoundary } from './ViewBoundary.js'

const selectRoute = (state: ModalState): Route => getRoute(state)
const selectOpen = (state: ModalState): boolean => state.modal.open

/**
 * The route to show. While the modal is closed it is the last one, so that nothing changes while it fades. While it is
 * open it follows one task later: a view that is left at once, such as one that waits for a wallet that answers without
 * asking, is never rendered.
 */
function useWantedRoute(): Route {
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

const selectFeatures = (state: ModalState): ModalState['features'] => state.features

/** Shows the view on top of the stack. While one loads, or while the modal closes, the one before it stays. */
export function Router({ loader }: { readonly loader: ViewLoader }): ReactElement {
  const { modal } = useShell()
  const isOpen = useModalState(selectOpen)
  const asked = useWantedRoute()
  const wanted = toRoute(loader, asked, useModalState(selectFeatures))
  const [shown, setShown] = useState<Route>()
  const [failed, setFailed] = useState<Route['view']>()
  const [attempt, setAttempt] = useState(0)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // the view from before the modal closed must not be shown while the next one loads
    if (isOpen) setShown(undefined)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isCurrent = true
    loader.load(wanted.view).then(
      () => {
        if (!isCurrent) return
        setShown(wanted)
        setFailed(undefined)
      },
      (cause) => {
        modal[internals].warn(cause)
        if (isCurrent) setFailed(wanted.view)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [loader, modal, wanted, attempt])

  useEffect(() => {
    if (wanted.view !== asked.view) modal[internals].warn(new ViewNotFoundError({ view: asked.view }))
  }, [modal, wanted.view, asked.view])

  const retry = (): void => {
    setFailed(undefined)
    setShown(undefined)
    setAttempt(attempt + 1)
  }
  const hasFailed = failed === wanted.view
  const { view, params } = hasFailed || loader.get(wanted.view) ? wanted : (shown ?? wanted)
  const loaded = hasFailed ? undefined : loader.get(view)
  const View = loaded?.View as ComponentType<{ readonly params: Route['params'] }> | undefined
  const known = loader.describe(view)
  return (
    <>
      {/* the dialog is named by its title: a view that could not be loaded has none of its own */}
      <Header
        known={hasFailed ? { ...known, title: known.title ?? 'viewFailedTitle' } : known}
        params={params}
        visit={attempt}
      />
      <div
        className="view"
        part="view"
        key={View ? view : hasFailed ? 'failed' : 'loading'}
        aria-busy={!View && !hasFailed}
      >
        {View ? (
          <ViewBoundary onRetry={retry}>
            <View params={params} />
          </ViewBoundary>
        ) : hasFailed ? (
          <FailedView onRetry={retry} />
        ) : (
          <LoadingView />
        )}
      </div>
    </>
  )
}

const connectRoute: Route = { view: 'Connect', params: undefined }

/** A view that does not exist, or whose feature is off, shows as Connect. */
function toRoute(loader: ViewLoader, asked: Route, features: ModalState['features']): Route {
  return loader.has(asked.view, features) ? asked : connectRoute
}
