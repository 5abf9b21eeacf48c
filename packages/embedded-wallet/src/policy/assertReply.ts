import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { type ReplyKind, toReplyKind } from './toReplyKind.js'

/** What each method is answered with; of the others the app makes what it likes. A signature may be as short as a hash is. */
const expected: { readonly [method: string]: readonly ReplyKind[] | undefined } = {
  personal_sign: ['signed', 'hash'],
  eth_signTypedData_v4: ['signed', 'hash'],
  eth_sendTransaction: ['hash'],
  eth_sendRawTransaction: ['hash'],
}

/** Throws `INVALID_WALLET_REPLY` for what is no answer to the method: no app is told that it sent what was not sent. [S5.9] */
export function assertReply(method: string, reply: unknown): void {
  const kinds = Object.hasOwn(expected, method) ? expected[method] : undefined
  const kind = toReplyKind(reply)
  if (kinds && !kinds.includes(kind))
    throw new InvalidWalletReplyError({ details: `${method}: ${kinds[0] === 'hash' ? 'no hash' : 'no signature'}.` })
}
