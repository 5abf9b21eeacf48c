import { createModalCore, lazily, type ModalOptions } from '@latchkey/core'
import { createWarmUpModal } from '@latchkey/core/controllers/connection'
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ViewProps } from '../../defineView.js'
import { LatchkeyProvider } from '../../hooks/LatchkeyProvider.js'
import { ShellContext } from '../../hooks/useShell.js'
import type { Translate } from '../../i18n/translate.js'
import type { UiModal } from '../../uiModal.js'

export type WarmUpOptions = {
  /** The view with the list of wallets. */
  readonly View: ComponentType<ViewProps<'Connect'>>
  /** The button of the page, if it is ours. */
  readonly Button: ComponentType | undefined
  readonly t: Translate
}

/** After this many, the engine has compiled and optimized the code of the first click. More don't make it faster. */
const rounds = 5

/**
 * Clicks on a made-up wallet a few times, in a list beside the page's button, both outside the page, so that the engine has compiled what
 * the first click of the user runs. Runs once. Rejects if rendering fails.
 */
export const warmUpConnecting: (options: WarmUpOptions) => Promise<void> = lazily(
  async ({ View, Button, t }: WarmUpOptions) => {
    const place = document.createElement('div')
    let failure: { readonly cause: unknown } | undefined
    const onUncaughtError = (cause: unknown): void => {
      failure = { cause }
    }
    const root = createRoot(place, { onUncaughtError })
    try {
      for (let round = 0; round < rounds && !failure; round++) {
        const modal = createWarmUpModal(createClosedModal)
        try {
          flushSync(() =>
            root.render(
              <LatchkeyProvider modal={modal} key={round}>
                {Button && <Button />}
                <ShellContext.Provider value={{ modal, t, prepareView: () => undefined }}>
                  <View params={undefined} />
                </ShellContext.Provider>
              </LatchkeyProvider>,
            ),
          )
          click(place)
          // one per task, so that a click waits for one at most
          await new Promise((resume) => setTimeout(resume))
        } finally {
          modal.destroy()
        }
      }
    } finally {
      root.unmount()
    }
    if (failure) throw failure.cause
  },
)

/** Moves a made-up pointer to the row of the wallet, from the button if there is one, and clicks there. */
function click(place: HTMLElement): void {
  const button = place.querySelector('.lk-button')
  const row = place.querySelector<HTMLElement>('.row')
  const send = (target: Element | null, name: string, relatedTarget: Element | null = null): void => {
    target?.dispatchEvent(new MouseEvent(name, { bubbles: true, relatedTarget }))
  }
  for (const kind of ['pointer', 'mouse']) {
    send(button, `${kind}out`, row)
    send(row, `${kind}over`, button)
  }
  for (const name of ['pointerdown', 'mousedown', 'focusin', 'pointerup', 'mouseup']) send(row, name)
  row?.click()
}

/** A modal without an element, for a button that is never clicked. */
function createClosedModal(options: ModalOptions): UiModal {
  return Object.assign(createModalCore(options), {
    ui: { images: new Map<string, string>() },
    open: async () => undefined as never,
    close: async () => true,
    pay: async () => undefined as never,
    prefetch: () => undefined,
    getElement: () => null,
  })
}
