import type { StandardAccount } from '@latchkey/core'
import { createRpcError } from '../../evm/errors/createRpcError.js'
import { safeText } from '../../evm/methods/safeText.js'
import { permit } from './connect.js'
import { createStranger, signOrLie } from './signOrLie.js'
import type { WalletCall, WalletContext } from './walletMethod.js'
import { writeSignIn } from './writeSignIn.js'

type Output = {
  readonly account: StandardAccount
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

/** `solana:signIn`: connects where that is still to be done, writes the text itself, and signs it. */
export async function signIn(context: WalletContext, call: WalletCall): Promise<readonly Output[]> {
  const { state, script } = context
  const [input = {}] = call.inputs as readonly Readonly<Record<string, unknown>>[]
  await permit(context, call)
  const key = input['address'] === undefined ? state.keys.selected() : state.keys.find(input['address'])
  if (!key) throw createRpcError(-32_602, 'The wallet does not have this account.')
  await call.ask('signIn', `Sign in to ${safeText(String(input['domain'] ?? state.origin))}`)
  const { lie } = script.flags()
  const words = lie === 'otherMessage' ? { ...input, statement: 'Something else' } : input
  const text = writeSignIn({ domain: toHost(state.origin), ...words, address: key.address })
  const signedMessage = new TextEncoder().encode(text)
  const account = state.toAccount(lie === 'otherAccount' ? createStranger() : key)
  return [{ account, signedMessage, signature: signOrLie(key, signedMessage, lie) }]
}

/** Tests have origins that are none. */
function toHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin
}
