import { createElement } from './createElement.js'

/** Fills a list of choices; the chosen one stays the one of the state. */
export function renderSelect(
  select: HTMLSelectElement,
  choices: readonly { readonly value: string; readonly text: string }[],
  chosen: string,
): void {
  select.replaceChildren(...choices.map(({ value, text }) => createElement('option', { value, textContent: text })))
  select.value = chosen
}
