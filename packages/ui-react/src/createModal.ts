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
      prefetch: mustBe((value) => typeof value === 'boolean', 'true or false'),
    },
  })
  const { onDestroy, onStart, options: resolved, warn } = modal[internals]
  let element: LatchkeyModalElement | null = null

  const load = lazily(async () => {
    const module = await loadModule(() => import('./element/defineElement.js'))
    module.defineElement()
    return module
  })

  const own: Omit<UiModal, keyof Modal> = {
    ui: { ...options },
    getElement: () => (element ??= createElement(ui)),
    async open(request?: OpenRequest) {
      ui.prefetch()
      // opens before the first render of the shell, so that it renders once
      return ui.getElement() ? ((await load()).openView(ui, request) as Promise<never>) : (undefined as never)
    },
    async close(options) {
      return !ui.getState().modal.open || (await load()).close(ui, options)
    },
    async pay(request) {
      ui.prefetch()
      return (await loadModule(() => import('@latchkey/core/controllers/pay'))).pay(ui, request)
    },
    prefetch() {
      ui.start()
      const host = ui.getElement()
      if (host)
        load()
          .then(() => host.prepare?.())
          .then((shell) => shell?.prepare())
          .catch(() => {
            // opening tries again, and reports the error
          })
    },
  }
  const ui: UiModal<plugins> = Object.assign(modal, own)
  onStart(() => {
    if (options.locale)
      ui.ui.loading = loadModule(() => import('./i18n/loadLocale.js'))
        .then(({ loadLocale }) => loadLocale(ui))
        .catch(warn)
    if (options.prefetch) ui.prefetch()
    if (resolved.inline) ui.open().catch(warn)
    else if (!resolved.disableAppend) {
      const added = ui.getElement()
      added?.ownerDocument.body.append(added)
    }
  })
  // opened by an action of core: the element takes over
  modal.subscribe(({ modal: now }, { modal: before }) => {
    if (now.open && !before.open) load().catch(warn)
  })
  onDestroy(() => element?.remove())
  return ui
}

/** Creates the element of a modal; null if there is no document. It is defined when it is first needed. */
function createElement(modal: UiModal): LatchkeyModalElement | null {
  const document = modal.env.window()?.document
  return document ? Object.assign(document.createElement('latchkey-modal'), { modal }) : null
}
