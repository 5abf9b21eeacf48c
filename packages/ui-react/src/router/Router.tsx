import { internals, type ModalState, type Route } from '@latchkey/core'
import { ViewNotFoundError } from '@latchkey/core/plugin'
import { type ComponentType, type ReactElement, useEffect, useState } from 'react'
import { useModalState } from '../hooks/useModalState.js'
import type { ViewLoader } from './createViewLoader.js'
import type { AnyViewDefinition } from './defineView.js'
import { FailedView } from './FailedView.js'
import { Header } from './Header.js'
import { isOn } from './isOn.js'
import { LoadingView } from './LoadingView.js'
import { useShell } from './ShellContext.js'
import { useWantedRoute } from './useWantedRoute.js'
import { ViewBoundary } from './ViewBoundary.js'
import type { ViewRegistry } from './views.js'

export type RouterProps = { readonly views: ViewRegistry; readonly loader: ViewLoader }

const selectOpen = (state: ModalState): boolean => state.modal.open
const selectFeatures = (state: ModalState): ModalState['features'] => state.features

/** Shows the view on top of the stack. While one loads, or while the modal closes, the one before it stays. */
export function Router({ views, loader }: RouterProps): ReactElement {
  const { modal } = useShell()
  const isOpen = useModalState(selectOpen)
  const asked = useWantedRoute()
  const wanted = toRoute(views, asked, useModalState(selectFeatures))
  const [shown, setShown] = useState<Route>()
  const [failed, setFailed] = useState<Route['view']>()
  const [attempt, setAttempt] = useState(0)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // what was left when the modal closed is no view to wait in
    if (isOpen) setShown(undefined)
  }

  useEffect(() => {
    let isCurrent = true
    loader.load(wanted.view).then(
      () => {
        if (!isCurrent) return
        setShown(wanted)
        setFailed(undefined)
      },
      (cause) => {
        if (toRoute(views, wanted, modal.getState().features) !== wanted) {
          // looked for, and not there: shown as what is there
          if (isCurrent) setAttempt(attempt + 1)
          return
        }
        modal[internals].warn(cause)
        if (isCurrent) setFailed(wanted.view)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [loader, modal, views, wanted, attempt])

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
  return (
    <>
      <Header
        definition={(views[view] ?? { name: view }) as AnyViewDefinition}
        params={params}
        visit={attempt}
        Title={loaded?.Title}
        Center={loaded?.Header}
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

/** A view that does not exist, or whose feature is off, shows as Connect. Of one that is looked for nobody knows yet. */
function toRoute(views: ViewRegistry, asked: Route, features: ModalState['features']): Route {
  const definition = views[asked.view] as AnyViewDefinition | null | undefined
  return definition === undefined || (definition && isOn(definition, features)) ? asked : connectRoute
}
