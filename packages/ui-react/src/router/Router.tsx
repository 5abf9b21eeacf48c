import { internals, type ModalState, type Route, type ViewName } from '@latchkey/core'
import { getRoute } from '@latchkey/core/controllers'
import { ViewNotFoundError } from '@latchkey/core/plugin'
import { type ReactElement, useEffect, useState } from 'react'
import { useModalState } from '../hooks/useModalState.js'
import type { ViewLoader } from './createViewLoader.js'
import type { ViewDefinition } from './defineView.js'
import { FailedView } from './FailedView.js'
import { Header } from './Header.js'
import { LoadingView } from './LoadingView.js'
import { useShell } from './ShellContext.js'
import { ViewBoundary } from './ViewBoundary.js'
import type { ViewRegistry } from './views.js'

export type RouterProps = { readonly views: ViewRegistry; readonly loader: ViewLoader }

const selectRoute = (state: ModalState): Route => getRoute(state)
const selectFeatures = (state: ModalState): ModalState['features'] => state.features

/** Shows the view on top of the stack. While one loads, or while the modal closes, the one before it stays. */
export function Router({ views, loader }: RouterProps): ReactElement {
  const { modal } = useShell()
  const isOpen = useModalState(selectOpen)
  const wanted = useShownRoute(isOpen)
  const features = useModalState(selectFeatures)
  const definition = toDefinition(views, wanted.view, features)
  const { name } = definition
  const [shown, setShown] = useState<ViewName | undefined>(name)
  const [failed, setFailed] = useState<ViewName>()
  const [attempt, setAttempt] = useState(0)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // what was left when the modal closed is no view to wait in
    if (isOpen) setShown(undefined)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another try
  useEffect(() => {
    let isCurrent = true
    loader.load(name).then(
      () => {
        if (!isCurrent) return
        setShown(name)
        setFailed(undefined)
      },
      (cause) => {
        modal[internals].warn(cause)
        if (isCurrent) setFailed(name)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [loader, modal, name, attempt])

  useEffect(() => {
    if (name !== wanted.view) modal[internals].warn(new ViewNotFoundError({ view: wanted.view }))
  }, [modal, name, wanted.view])

  const retry = (): void => {
    setFailed(undefined)
    setShown(undefined)
    setAttempt(attempt + 1)
  }
  const visible = loader.get(name) ? name : (shown ?? name)
  const loaded = loader.get(visible)
  const isThere = loaded && failed !== name
  return (
    <>
      <Header definition={views[visible] ?? definition} Center={isThere ? loaded.Header : undefined} />
      <div className="view" key={isThere ? visible : failed ? 'failed' : 'loading'} aria-busy={!isThere && !failed}>
        {isThere ? (
          <ViewBoundary onRetry={retry}>
            <loaded.View />
          </ViewBoundary>
        ) : failed ? (
          <FailedView onRetry={retry} />
        ) : (
          <LoadingView />
        )}
      </div>
    </>
  )
}

/** The route to show: the last one while the modal is closed, so that nothing changes while it fades. */
function useShownRoute(isOpen: boolean): Route {
  const route = useModalState(selectRoute)
  const [last, setLast] = useState(route)
  if (isOpen && route !== last) setLast(route)
  return isOpen ? route : last
}

const selectOpen = (state: ModalState): boolean => state.modal.open

/** A view that does not exist, or whose feature is off, shows as Connect. */
function toDefinition(views: ViewRegistry, name: ViewName, features: ModalState['features']): ViewDefinition {
  const definition = views[name] as ViewDefinition | undefined
  const isOn = definition && (!definition.feature || Boolean(features[definition.feature]))
  return isOn ? definition : (views.Connect as ViewDefinition)
}
