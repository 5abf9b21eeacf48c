import { internals, type ViewName } from '@latchkey/core'
import { getRoute, toStartRoute } from '@latchkey/core/internal'
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterPaint } from '../hooks/afterPaint.js'
import { waitForLocale } from '../i18n/setLocale.js'
import alert from '../primitives/AlertBar.css'
import toastMessage from '../primitives/Toast.css'
import { createViewLoader } from '../router/createViewLoader.js'
import { Shell as ShellContent } from '../router/Shell.js'
import { adopt, applyTheme } from '../theme/applyTheme.js'
import dialogParts from '../theme/dialog.css'
import layers from '../theme/layers.css'
import notices from '../theme/notices.css'
import parts from '../theme/parts.css'
import phones from '../theme/phones.css'
import tokens from '../theme/tokens.css'
import type { Shell, UiModal } from '../uiModal.js'
import { whenIdle } from '../whenIdle.js'
import { createDialog, createInline } from './createDialog.js'

/**
 * Renders the modal into the element's shadow root, with its own React root, while it is still closed: in short tasks, so that the page
 * stays responsive. Showing it meanwhile renders the rest at once.
 */
export async function mountShell(host: HTMLElement, modal: UiModal): Promise<Shell> {
  const { guards, options, signal, warn } = modal[internals]
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = []
  for (const css of [layers, tokens, parts, dialogParts, notices, alert, toastMessage, phones]) adopt(shadow, css)

  const loader = createViewLoader({
    own: modal.ui.views,
    adoptStyles: (css) => adopt(shadow, css),
    getFeatures: () => modal.getState().features,
  })
  const toast = shadow.ownerDocument.createElement('div')
  toast.setAttribute('popover', 'manual')
  toast.className = 'toast'
  toast.setAttribute('part', 'toast')
  // announces notices while no dialog is open
  const said = shadow.ownerDocument.createElement('span')
  said.className = 'sr'
  said.setAttribute('role', 'status')
  const surface = options.inline ? createInline(shadow) : createDialog(shadow, modal)
  shadow.append(surface.container, toast, said)
  // errors of a view are reported by its boundary
  const root = createRoot(surface.container, { onUncaughtError: warn, onCaughtError: () => {} })

  const canClose = (state: ReturnType<UiModal['getState']>): boolean =>
    loader.describe(getRoute(state).view).canClose?.(state) ?? true
  guards.add(canClose)
  applyTheme(host, modal.getState().theme)
  let startView = toStartRoute(modal).view
  const unsubscribe = modal.subscribe((state, previous) => {
    if (state.theme !== previous.theme) applyTheme(host, state.theme, previous.theme)
    surface.container.toggleAttribute('data-shake', state.modal.shake)
    surface.container.toggleAttribute('data-loading', state.modal.loading)
    // connecting and disconnecting change the view that opening would show
    const { view } = toStartRoute(modal)
    if (view !== startView) whenIdle(modal, () => void load(view))
    startView = view
  })

  let isMounted = true
  const unmount = (): void => {
    if (!isMounted) return
    isMounted = false
    signal.removeEventListener('abort', unmountSoon)
    unsubscribe()
    guards.delete(canClose)
    surface.hide()
    root.unmount()
    for (const node of [surface.container, toast, said]) node.remove()
  }
  // React can't unmount a root while it renders, and an effect may destroy the modal
  const unmountSoon = (): void => queueMicrotask(unmount)
  signal.addEventListener('abort', unmountSoon)

  // one element: rendering it again is no work
  const content = <ShellContent modal={modal} loader={loader} toast={toast} said={said} />
  const render = (): void => root.render(content)
  // a failure is shown in place of the view, with a retry button
  const load = (view: ViewName): Promise<unknown> => loader.load(view).catch(() => undefined)
  // the language may never load: waits a second at most
  const { loading } = modal.ui
  await Promise.all([load(getRoute(modal.getState()).view), loading && waitForLocale(modal, loading)])
  if (!isMounted) return { prepare: () => {}, show: () => {}, hide: () => {}, unmount }
  if (options.inline) flushSync(render)
  else startTransition(render)

  return {
    prepare() {
      afterPaint(() => void load(toStartRoute(modal).view))
    },
    show() {
      // also renders the store's changes of this event, before the dialog is painted
      flushSync(surface.container.hasChildNodes() ? () => {} : render)
      surface.show()
    },
    hide: surface.hide,
    unmount,
  }
}
