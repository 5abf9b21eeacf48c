import { createElement } from './createElement.js'

export type CreateButtonOptions = {
  readonly text: string
  /** Tells apart buttons of the same text. */
  readonly label?: string | undefined
  readonly kind?: 'yes' | undefined
  readonly onClick: () => Promise<void> | void
  readonly onError: (error: unknown) => void
}

/** A button that is off while its work is going on, so that no second press starts it again. */
export function createButton({ text, label, kind, onClick, onError }: CreateButtonOptions): HTMLButtonElement {
  const button = createElement('button', { type: 'button', textContent: text, ...(label && { ariaLabel: label }) })
  if (kind) button.dataset['kind'] = kind
  const run = async (): Promise<void> => {
    button.disabled = true
    try {
      await onClick()
    } catch (error) {
      onError(error)
    } finally {
      button.disabled = false
    }
  }
  button.addEventListener('click', () => void run())
  return button
}
