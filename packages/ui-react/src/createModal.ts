import { createModalCore, internals, isRecord, type Modal, mustBe, type Plugin } from '@latchkey/core'
import { createElement } from './element/createElement.js'
import type { CreateModalOptions, LatchkeyModalElement, UiModal } from './uiModal.js'

/**
 * Makes a wallet modal. Pure: nothing outside is read or listened to, and nothing is appended, before `start()`, which
 * buttons and `open()` call. Throws `INVALID_OPTIONS`, which lists every wrong option.
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
    },
  })
  const { onDestroy, onStart, options: resolved, warn } = modal[internals]
  let element: LatchkeyModalElement | null = null

  const own: Omit<UiModal, keyof Modal> = {
    ui: { messages: options.messages, views: options.views },
    getElement: () => (element ??= createElement(ui)),
    async open(request) {
      ui.prefetch()
      // before the shell is rendered for the first time, which so happens once
      const module = await ui.getElement()?.load()
      module?.verbs.open(ui, request)
    },
    async close(options) {
      if (!ui.getState().modal.open) return true
      const module = await ui.getElement()?.load()
      return module?.verbs.close(ui, options) ?? true
    },
    prefetch() {
      ui.start()
      ui.getElement()
        ?.prepare()
        .then((shell) => shell.prepare())
        .catch(() => {
          // opening tries again, and tells
        })
    },
  }
  const ui: UiModal<plugins> = Object.assign(modal, own)
  onStart(() => {
    if (resolved.enableEmbedded) ui.open().catch(warn)
    if (resolved.disableAppend || resolved.enableEmbedded) return
    const added = ui.getElement()
    if (added) modal.env.window()?.document.body.append(added)
  })
  onDestroy(() => element?.remove())
  return ui
}
