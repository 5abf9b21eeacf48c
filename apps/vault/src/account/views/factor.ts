import { toFactorValue } from '../../encoding/printedCode.js'
import { createButton, createForm } from '../elements.js'
import { readPasskey } from '../passkey.js'

export type FactorFormOptions = {
  /** The label, e.g. `Unlock`. */
  readonly button: string
  readonly passkeys: readonly string[]
  /** `value`: the secret that only the user has. */
  readonly onFactor: (value: string) => Promise<void>
}

/** Asks for a printed code, or for a passkey if the wallet has one. */
export function createFactorForm({ button, passkeys, onFactor }: FactorFormOptions): readonly HTMLElement[] {
  const form = createForm({
    label: 'Your printed code',
    type: 'text',
    button,
    onSubmit: async (typed) => onFactor(await toFactorValue(typed)),
  })
  if (passkeys.length === 0) return [form]
  return [createButton(`${button} with passkey`, async () => onFactor(await readPasskey(passkeys))), form]
}
