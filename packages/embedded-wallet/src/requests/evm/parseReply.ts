import { isRecord } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'

/**
 * What the frame answered with: the hash of a transaction (0x and 64 hex characters), something signed (0x and 62 hex
 * characters or more: a signature, or a transaction to be sent), or anything else. [S5.9]
 */
export type ReplyKind = 'hash' | 'signed' | 'object'

export function toReplyKind(reply: unknown): ReplyKind {
  if (typeof reply !== 'string' || !/^0x[\da-f]{62,}$/i.test(reply)) return 'object'
  return reply.length === 66 ? 'hash' : 'signed'
}

type Check = (reply: unknown) => boolean

const isKind =
  (...kinds: readonly ReplyKind[]): Check =>
  (reply) =>
    kinds.includes(toReplyKind(reply))

const isText: Check = (reply) => typeof reply === 'string' && reply !== '' && reply.length <= 100_000

const isRecordOf =
  (check: Check): Check =>
  (reply) =>
    isRecord(reply) && Object.values(reply).every(check)

const isReceipt: Check = (reply) => reply === null || isRecord(reply)

/** What each method is answered with; of the others the app makes what it likes. A signature may be as short as a hash is. */
const expected: { readonly [method: string]: readonly [name: string, check: Check] | undefined } = {
  personal_sign: ['signature', isKind('signed', 'hash')],
  eth_signTypedData_v4: ['signature', isKind('signed', 'hash')],
  eth_sendTransaction: ['hash', isKind('hash')],
  eth_sendRawTransaction: ['hash', isKind('hash')],
  eth_sendUserOperation: ['hash', isKind('hash')],
  eth_getUserOperationReceipt: ['receipt', isReceipt],
  eth_getUserOperationByHash: ['operation', isReceipt],
  wallet_sendCalls: ['id', (reply) => isText(isRecord(reply) ? reply['id'] : reply)],
  wallet_getCallsStatus: ['status', (reply) => isRecord(reply) && isStatus(reply['status'])],
  wallet_getCapabilities: ['capabilities', isRecordOf(isRecord)],
  wallet_getAssets: ['assets', isRecordOf(Array.isArray)],
  wallet_grantPermissions: [
    'context',
    (reply) => isRecord(reply) && isText(reply['context'] ?? reply['permissionsContext']),
  ],
}

/**
 * The answer as the app gets it. Throws `INVALID_WALLET_REPLY` for what is none to the method: no app is told that it sent what was
 * not sent. [S5.9]
 */
export function parseReply(method: string, reply: unknown, params: readonly unknown[] = []): unknown {
  const [name, check] = (Object.hasOwn(expected, method) ? expected[method] : undefined) ?? []
  if (check && !check(reply)) throw new InvalidWalletReplyError({ details: `${method}: no ${name}.` })
  return method === 'wallet_sendCalls' ? toBundleReply(reply, params) : reply
}

/** Of version 1.0 the id alone, from then on an object with it. [EIP-5792] */
function toBundleReply(reply: unknown, [bundle]: readonly unknown[]): unknown {
  const isFirst = isRecord(bundle) && String(bundle['version']).startsWith('1')
  const answer = isRecord(reply) ? reply : { id: reply }
  return isFirst ? answer['id'] : answer
}

/** A number of the standard, or a word of its first version. */
function isStatus(status: unknown): boolean {
  if (status === 'PENDING' || status === 'CONFIRMED') return true
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status < 700
}
