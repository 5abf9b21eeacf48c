import { act } from 'react'

/** Sets the text of a field, like typing and pasting do. */
export function typeText(field: HTMLInputElement, text: string): Promise<void> {
  return act(async () => {
    // bypasses React's tracking, which would take it for its own change
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
