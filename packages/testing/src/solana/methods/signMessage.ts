import type { StandardAccount } from '@latchkey/core'
import { safeText } from '../../evm/methods/safeText.js'
import { findSigner } from './findSigner.js'
import { signOrLie } from './signOrLie.js'
import type { WalletCall, WalletContext } from './walletMethod.js'

type Input = { readonly account: StandardAccount; readonly message: Uint8Array }
type Output = { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }

/** `solana:signMessage`: all inputs with one consent. */
export async function signMessage(
  { state, script }: WalletContext,
  { inputs, ask }: WalletCall,
): Promise<readonly Output[]> {
  const { lie } = script.flags()
  const signings = (inputs as readonly Input[]).map(({ account, message }) => ({
    key: findSigner(state, account),
    message: lie === 'otherMessage' ? new TextEncoder().encode('Something else') : message.slice(),
  }))
  const texts = signings.map(({ message }) => safeText(new TextDecoder().decode(message)))
  await ask('sign', `Sign ${texts.join(', ')}`)
  return signings.map(({ key, message }) => ({ signedMessage: message, signature: signOrLie(key, message, lie) }))
}
