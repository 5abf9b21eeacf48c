/** Creates an element with properties and children. */
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
  /** Accessible name, to distinguish buttons with the same text. */
  readonly label?: string | undefined
  readonly kind?: 'yes' | undefined
  readonly onClick: () => Promise<void> | void
  readonly onError: (error: unknown) => void
}

/** Creates a button that is disabled while its action runs. */
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

/** Returns an element of the static page. */
export function getElement<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`The page has no ${id}.`)
  return element
}

/** Renders a select whose value follows the state. */
export function renderSelect(
  select: HTMLSelectElement,
  choices: readonly { readonly value: string; readonly text: string }[],
  chosen: string,
): void {
  select.replaceChildren(...choices.map(({ value, text }) => createElement('option', { value, textContent: text })))
  select.value = chosen
}
