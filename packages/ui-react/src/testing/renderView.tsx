import { act, type ReactElement, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { LatchkeyProvider } from '../hooks/LatchkeyProvider.js'
import { ShellContext } from '../hooks/useShell.js'
import { createTranslate } from '../i18n/translate.js'
import type { UiModal } from '../uiModal.js'

export type RenderedView = {
  readonly element: HTMLElement
  /** Returns the accessible names of the enabled buttons, links and inputs. */
  names(): readonly string[]
  /** Focuses the control whose name contains the text, like the keyboard does before pressing it. */
  focus(name: string): HTMLElement
  /** Clicks the control whose name contains the text, and waits for the updates. */
  press(name: string): Promise<void>
  /** Renders another view in its place, or the same one with other props. */
  render(view: ReactElement): Promise<void>
  unmount(): void
}

/** Renders a view like the shell does, in the document of the test. */
export async function renderView(modal: UiModal, view: ReactElement): Promise<RenderedView> {
  const element = document.createElement('div')
  document.body.append(element)
  const root: Root = createRoot(element)
  const value = {
    modal,
    t: createTranslate(modal.ui.texts ?? modal.ui.messages, {}, modal.getState().locale),
    prepareView: () => {},
  }
  const render = (shown: ReactElement): Promise<void> =>
    act(async () =>
      root.render(
        <StrictMode>
          <LatchkeyProvider modal={modal}>
            <ShellContext.Provider value={value}>{shown}</ShellContext.Provider>
          </LatchkeyProvider>
        </StrictMode>,
      ),
    )
  await render(view)
  const controls = (): readonly HTMLElement[] => [
    ...element.querySelectorAll<HTMLElement>('button:not(:disabled), a, input:not(:disabled)'),
  ]
  const find = (name: string): HTMLElement => {
    const found = controls().find((control) => toName(control).includes(name))
    if (!found) throw new Error(`Nothing is named "${name}" among: ${controls().map(toName).join(', ')}`)
    return found
  }
  return {
    element,
    names: () => controls().map(toName),
    focus(name) {
      const found = find(name)
      act(() => found.focus())
      return found
    },
    press: (name) => act(async () => find(name).click()),
    render,
    unmount() {
      act(() => root.unmount())
      element.remove()
    },
  }
}

function toName(control: HTMLElement): string {
  const label = control.getAttribute('aria-label')
  if (label) return label
  const named = control instanceof HTMLInputElement ? (control.closest('label') ?? control) : control
  const texts: string[] = []
  const walk = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '')
    else if (!(node instanceof Element && node.getAttribute('aria-hidden') === 'true')) node.childNodes.forEach(walk)
  }
  walk(named)
  return texts.join(' ')
}
