/** An element with properties and children, text or nodes. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

type CreateButtonOptions = {
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

/** An element that the page has from the start. */
export function getElement<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`The page has no ${id}.`)
  return element
}

/** Fills a list of choices; the chosen one stays the one of the state. */
export function renderSelect(
  select: HTMLSelectElement,
  choices: readonly { readonly value: string; readonly text: string }[],
  chosen: string,
): void {
  select.replaceChildren(...choices.map(({ value, text }) => createElement('option', { value, textContent: text })))
  select.value = chosen
}
