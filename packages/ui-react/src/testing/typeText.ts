import { act } from 'react'

/** Makes this the text of a field, as typing and pasting do. */
export function typeText(field: HTMLInputElement, text: string): Promise<void> {
  return act(async () => {
    // past the tracking of React, which would take it for its own doing
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
