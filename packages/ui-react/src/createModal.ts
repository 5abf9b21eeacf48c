import {
  createModalCore,
  internals,
  isRecord,
  lazily,
  loadModule,
  type Modal,
  mustBe,
  type OpenRequest,
  type Plugin,
} from '@latchkey/core'
import type { CreateModalOptions, LatchkeyModalElement, UiModal } from './uiModal.js'
import { whenIdle } from './whenIdle.js'

/**
 * Creates a wallet modal. Pure: nothing is read, listened to or appended before `start()`, which buttons and `open()`
 * call. Throws `INVALID_OPTIONS`, which lists every wrong option.
 *
 * @example
 * const modal = createModal({ adapters: [evm({ networks: [mainnet] })] })
 * modal.open()
 */
export function createModal<const plugins extends readonly Plugin[]>(
  options: CreateModalOptions<plugins>,
): UiModal<plugins> {
  const modal = createModalCore<plugins>(options, {
    checks: {
      messages: mustBe(isRecord, 'an object of texts'),
      views: mustBe(Array.isArray, 'a list of views'),
      // checked when it is loaded
      locale: () => [],
      prefetch: mustBe((value) => ['idle', 'hover', false].includes(value as never), "'idle', 'hover' or false"),
      layout: mustBe((value) => ['auto', 'compact'].includes(value as never), "'auto' or 'compact'"),
    },
    getLocale: () => (ui.ui.locale === 'auto' ? ui.getState().locale : ui.ui.locale),
  })
  const { onDestroy, onStart, options: resolved, signal, warn } = modal[internals]
  let element: LatchkeyModalElement | null = null
  /** The code that `open()` waits for. */
  let opening: Promise<unknown> | undefined

  const load = lazily(async () => {
    const module = await loadModule(() => import('./element/defineElement.js'))
    module.defineElement()
    return module
  })

  /** Loads the code, renders the closed modal, and loads the view that opening would show. */
  const prepare = async (): Promise<void> => {
    const host = ui.getElement()
    if (!host) return
    await load()
    if (signal.aborted) return
    const shell = await host.prepare?.()
    shell?.prepare()
  }

  /** Adds the element to the page, also after the page has replaced its body. */
  const append = (): void => {
    if (resolved.disableAppend || resolved.inline || signal.aborted) return
    const host = ui.getElement()
    if (!host || host.isConnected) return
    const { ownerDocument: document } = host
    // a script in the head runs before there is a body
    if (document.body as HTMLElement | null) document.body.append(host)
    else document.addEventListener('DOMContentLoaded', append, { once: true, signal })
  }

  const own: Omit<UiModal, keyof Modal> = {
    ui: { ...options, images: new Map() },
    getElement: () => (element ??= createElement(ui)),
    async open(request?: OpenRequest) {
      ui.start()
      // opens before the first render of the shell, so that it renders once
      if (!ui.getElement()) return undefined as never
      append()
      const loading = load().then(({ loadOpening }) => loadOpening(request))
      opening = loading
      const openNow = await loading
      opening = undefined
      return openNow(ui) as Promise<never>
    },
    async close(options) {
      // closes what is about to open, too
      if (opening) await opening.catch(ignore)
      return !ui.getState().modal.open || (await load()).close(ui, options)
    },
    async pay(request) {
      ui.prefetch()
      return (await loadModule(() => import('@latchkey/core/controllers/pay'))).pay(ui, request)
    },
    prefetch() {
      ui.start()
      if (options.prefetch === false || signal.aborted || !ui.getElement()) return
      load()
        .then((module) => module.prefetchConfig(ui))
        .catch(ignore)
      prepare().catch(ignore)
    },
  }
  const ui: UiModal<plugins> = Object.assign(modal, own)
  onStart(() => {
    if (options.locale)
      ui.ui.loading = loadModule(() => import('./i18n/loadLocale.js'))
        .then(({ loadLocale }) => loadLocale(ui))
        .catch(warn)
    if (resolved.inline) {
      if (!ui.getElement()) return
      // a request of the wallet may have opened its view meanwhile
      load()
        .then(({ loadOpening }) => loadOpening())
        .then((openNow) => (ui.getState().modal.open ? undefined : openNow(ui)))
        .catch(warn)
      return
    }
    append()
    // two tasks, so that neither is felt
    whenIdle(ui, () => {
      load()
        .then(() => whenIdle(ui, () => void prepare().catch(ignore)))
        .catch(ignore)
    })
  })
  // opened by an action of core: the element takes over
  modal.subscribe(({ modal: now }, { modal: before }) => {
    if (!now.open || before.open) return
    append()
    load().catch(warn)
  })
  onDestroy(() => element?.remove())
  return ui
}

/** For code that is loaded before it is needed: opening tries again, and reports the error. */
function ignore(): void {}

/** Creates the element of a modal; null if there is no document. It is defined when it is first needed. */
function createElement(modal: UiModal): LatchkeyModalElement | null {
  const document = modal.env.window()?.document
  return document ? Object.assign(document.createElement('latchkey-modal'), { modal }) : null
}
