import { parsePrintedCode, toFactorValue } from '../../encoding/printedCode.js'
import { createButton, createForm } from '../elements.js'
import { readPasskey } from '../passkey.js'
import { words } from '../texts.js'

export type FactorFormOptions = {
  /** The label, e.g. `Unlock`. */
  readonly button: string
  /** The label of the button for a passkey. Default: `Confirm with passkey`. */
  readonly passkeyButton?: string | undefined
  readonly passkeys: readonly string[]
  /** `value`: the secret that only the user has. */
  readonly onFactor: (value: string) => Promise<void>
}

/** Asks for a printed code, or for a passkey if the wallet has one. */
export function createFactorForm({
  button,
  passkeyButton = words.seal.confirmPasskey,
  passkeys,
  onFactor,
}: FactorFormOptions): readonly HTMLElement[] {
  const form = createForm({
    label: words.common.printedCode,
    type: 'text',
    button,
    onSubmit: async (typed) => onFactor(await readFactor(typed)),
  })
  if (passkeys.length === 0) return [form]
  return [createButton(passkeyButton, async () => onFactor(await readPasskey(passkeys))), form]
}

/** Derives the key of a printed code as typed by the user. Throws if it is invalid. */
export async function readFactor(typed: string): Promise<string> {
  if (!parsePrintedCode(typed)) throw new Error(words.seal.badCode)
  return toFactorValue(typed)
}
