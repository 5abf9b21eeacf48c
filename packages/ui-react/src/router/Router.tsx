import { internals, type ModalState, type Route, type RouterState, type ViewName } from '@latchkey/core'
import { setLoading, toStartRoute } from '@latchkey/core/internal'
import { ViewNotFoundError } from '@latchkey/core/plugin'
import {
  type ComponentType,
  memo,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useAfterPaint, useIsOpen, useModalStateAfterPaint, whenFaded } from '../hooks/useAfterPaint.js'
import { useMatchMedia } from '../hooks/useMatchMedia.js'
import { useModalState } from '../hooks/useModalState.js'
import { useShell } from '../hooks/useShell.js'
import { FailedView, LoadingView } from '../primitives/ViewStates.js'
import { whenIdle } from '../whenIdle.js'
import type { ViewLoader } from './createViewLoader.js'
import { Header } from './Header.js'
import { toPanes, wideWindow } from './panes.js'
import { ViewBoundary } from './ViewBoundary.js'
import { ViewFrame } from './ViewFrame.js'

type Stack = RouterState['stack']

const selectStack = (state: ModalState): Stack => state.router.stack
const selectFeatures = (state: ModalState): ModalState['features'] => state.features

/**
 * The routes to show. While the modal closes they are the last ones, so that nothing changes while it fades; after that the
 * connection methods, if opening would show them. While it is open, others follow one task later: a view that is left at once,
 * such as one that waits for a wallet that answers without asking, is never rendered. Going back shows at once: the view that is
 * left has lost its state.
 */
function useShownStack(title: RefObject<HTMLElement | null>, startView: ViewName): Stack {
  const { modal } = useShell()
  const watch = useCallback(
    (onChange: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const unsubscribe = modal.subscribe(({ modal: now, router: { stack } }, { modal: before, router }) => {
        if (stack === router.stack && now.open === before.open) return
        clearTimeout(timer)
        if (!now.open) return
        if (!before.open || stack.length < router.stack.length) onChange()
        else timer = setTimeout(onChange)
      })
      return () => {
        clearTimeout(timer)
        unsubscribe()
      }
    },
    [modal],
  )
  const stack = useModalState(selectStack, modal, watch)
  const isOpen = useIsOpen()
  const [shown, setShown] = useState(stack)
  if (isOpen && shown !== stack) setShown(stack)
  // reopened before it returned to its first view: the first frame has to paint that view
  const selectOther = useCallback(
    ({ modal: { open }, router }: ModalState) => (open && !isSame(router.stack, shown) ? router.stack : undefined),
    [shown],
  )
  const opened = useModalState(selectOther, modal, watch)

  const isAtRest = isOpen || shown === stack || startView !== toTop(stack).view
  useEffect(() => {
    const dialog = title.current?.closest('dialog')
    if (isAtRest || !dialog) return undefined
    let isCurrent = true
    const cancel = whenFaded(dialog, () => whenIdle(modal, () => isCurrent && setShown(stack)))
    return () => {
      isCurrent = false
      cancel()
    }
  }, [modal, title, stack, isAtRest])

  return isOpen ? stack : (opened ?? shown)
}

function isSame(one: Stack, other: Stack): boolean {
  return one.length === other.length && one.every((route, index) => route === other[index])
}

/**
 * Shows the view on top of the stack; in wide windows beside the connection methods that it belongs to. While one loads,
 * or while the modal closes, the one before it stays.
 */
export function Router({ loader }: { readonly loader: ViewLoader }): ReactElement {
  const { modal } = useShell()
  const isOpen = useIsOpen()
  const features = useModalState(selectFeatures)
  const isWide = useMatchMedia(wideWindow) && !modal[internals].options.inline && modal.ui.layout !== 'compact'
  const startView = useModalStateAfterPaint(useCallback(() => toStartRoute(modal).view, [modal]))
  const title = useRef<HTMLHeadingElement>(null)
  const stack = useShownStack(title, startView)
  const asked = toTop(stack)
  const wanted = toKnown(loader, asked, features)
  const [shown, setShown] = useState<{ readonly stack: Stack; readonly route: Route; readonly isOpen: boolean }>()
  const [failed, setFailed] = useState<Route['view']>()
  const [, setLoaded] = useState<Route>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isCurrent = true
    loader.load(wanted.view).then(
      () => {
        if (!isCurrent) return
        setLoaded(wanted)
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

  const retry = useCallback((): void => {
    setFailed(undefined)
    setShown(undefined)
    setAttempt((before) => before + 1)
  }, [])
  const hasFailed = failed === wanted.view
  const isLoaded = loader.get(wanted.view) !== undefined
  const isWaiting = isOpen && !isLoaded && !hasFailed
  useEffect(() => {
    if (!isWaiting) return
    setLoading(modal, true)
    return () => setLoading(modal, false)
  }, [modal, isWaiting])
  const now = { stack, route: wanted, isOpen }
  if (isLoaded && (shown?.stack !== stack || shown.route !== wanted || shown.isOpen !== isOpen)) setShown(now)
  // while another view loads, the one before it stays, but not one from before the modal was opened
  const previous = isOpen && !shown?.isOpen ? undefined : shown
  const visible = hasFailed || isLoaded ? now : (previous ?? now)
  const { route } = visible
  const panes = isWide ? toPanes(visible.stack, route) : undefined
  // opened before it was rendered in advance: the connection methods are painted first, and then the explanation
  const [isOpenedEarly] = useState(isOpen)
  const hasIntro = useAfterPaint(isOpenedEarly) || !isOpenedEarly
  useTitleFocus(title, `${route.view} ${toWalletId(route.params)} ${attempt}`)
  const isReady = isLoaded && route.view === startView
  useLayoutEffect(() => {
    title.current?.closest('dialog')?.toggleAttribute('data-ready', isReady)
  }, [isReady])

  const toView = ({ view, params }: Route): ReactElement => {
    const isFailed = hasFailed && view === wanted.view
    const View = isFailed ? undefined : (loader.get(view)?.View as AnyView | undefined)
    return <ShownView View={View} params={params} hasFailed={isFailed} onRetry={retry} key={view} />
  }
  const toHeader = (route: Route, place: { readonly isList?: boolean; readonly isTitle?: boolean } = {}) => {
    const known = loader.describe(route.view)
    return (
      <Header
        // the dialog is named by its title: a view that could not be loaded has none of its own
        known={hasFailed && route.view === wanted.view ? { ...known, title: known.title ?? 'viewFailedTitle' } : known}
        params={route.params}
        stack={visible.stack}
        title={title}
        visit={attempt}
        {...place}
      />
    )
  }
  if (!panes)
    return (
      <>
        {toHeader(route)}
        {toView(route)}
      </>
    )
  const { list, detail } = panes
  return (
    <div className="panes">
      <div className="pane">
        {toHeader(list, { isList: true, isTitle: !detail })}
        {toView(list)}
      </div>
      <div className="pane">
        {toHeader(detail ?? introRoute, { isTitle: detail !== undefined })}
        {(detail || hasIntro) && toView(detail ?? introRoute)}
      </div>
    </div>
  )
}

const connectRoute: Route = { view: 'Connect', params: undefined }

/** Fills the second pane until something is selected. */
const introRoute: Route = { view: 'WhatIsAWallet', params: undefined }

function toTop(stack: Stack): Route {
  return stack[stack.length - 1] ?? connectRoute
}

/** The wallet that a view is about, if any. With two panes, another one may be chosen while its view is shown. */
function toWalletId(params: Route['params']): string | undefined {
  if (!params) return undefined
  if ('walletId' in params) return params.walletId
  return 'connectorId' in params ? params.connectorId : undefined
}

/** A view that does not exist, or whose feature is off, shows as Connect. */
function toKnown(loader: ViewLoader, asked: Route, features: ModalState['features']): Route {
  return loader.has(asked.view, features) ? asked : connectRoute
}

/**
 * The title of the dialog. It takes the focus when the view changes, so that its name is read out: `change` says which
 * view it is, of which wallet, and how often it was requested.
 */
function useTitleFocus(title: RefObject<HTMLElement | null>, change: string): void {
  const { modal } = useShell()
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view takes the focus
  useEffect(() => {
    const { modal: shown, router } = modal.getState()
    // the dialog focuses the first view; an inline modal focuses only views that the user opened
    const isAsked = shown.open && (!modal[internals].options.inline || router.stack.length > 1)
    if (!isFirst.current && isAsked) title.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [modal, change])
}

type AnyView = ComponentType<{ readonly params: Route['params'] }>

type ShownViewProps = {
  /** Absent while it loads, and if it could not be loaded. */
  readonly View: AnyView | undefined
  readonly params: Route['params']
  readonly hasFailed: boolean
  readonly onRetry: () => void
}

/** A view, its skeleton while it loads, or why it could not be loaded. Opening and closing don't render it again. */
const ShownView = memo(function ShownView({ View, params, hasFailed, onRetry }: ShownViewProps): ReactElement {
  return (
    <ViewFrame key={View ? 'view' : hasFailed ? 'failed' : 'loading'} isBusy={!View && !hasFailed}>
      {View ? (
        <ViewBoundary onRetry={onRetry}>
          <View params={params} />
        </ViewBoundary>
      ) : hasFailed ? (
        <FailedView onRetry={onRetry} />
      ) : (
        <LoadingView />
      )}
    </ViewFrame>
  )
})
