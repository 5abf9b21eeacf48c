import { act } from 'react'

type TypeInit = InputEventInit & {
  /** Where the caret is afterwards. Default: at the end. */
  readonly caret?: number | undefined
}

/** Sets the text of a field, like typing and pasting do. `init`: of the input event. */
export function typeText(field: HTMLInputElement, text: string, { caret, ...init }: TypeInit = {}): Promise<void> {
  return act(async () => {
    // bypasses React's tracking, which would take it for its own change
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    if (caret !== undefined) field.setSelectionRange(caret, caret)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, ...init }))
  })
}
