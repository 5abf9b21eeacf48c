import { isRecord } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'

/**
 * The kind of a reply: a transaction hash (0x and 64 hex characters), signed data (0x and 62 or more hex characters: a signature
 * or a signed transaction), or anything else. [S5.9]
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

const isListOf =
  (check: (entry: Readonly<Record<string, unknown>>) => boolean): Check =>
  (reply) =>
    Array.isArray(reply) && reply.every((entry) => isRecord(entry) && check(entry))

const isReceipt: Check = (reply) => reply === null || isRecord(reply)

/** The expected reply of each method. Replies to other methods are passed on unchecked. A signature can be as short as a hash. */
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
  wallet_requestExecutionPermissions: ['context', isListOf((granted) => isText(granted['context']))],
  wallet_getGrantedExecutionPermissions: ['context', isListOf((granted) => isText(granted['context']))],
  wallet_getSupportedExecutionPermissions: ['list of types', isRecordOf(isRecord)],
  wallet_grantPermissions: [
    'context',
    (reply) => isRecord(reply) && isText(reply['context'] ?? reply['permissionsContext']),
  ],
}

/**
 * Checks a reply and converts it for the app. Throws `INVALID_WALLET_REPLY` if it doesn't fit the method, so that no app believes
 * in a transaction that wasn't sent. [S5.9]
 */
export function parseReply(method: string, reply: unknown, params: readonly unknown[] = []): unknown {
  const [name, check] = (Object.hasOwn(expected, method) ? expected[method] : undefined) ?? []
  if (check && !check(reply))
    throw new InvalidWalletReplyError({ details: `${method}: the reply contains no valid ${name}.` })
  return method === 'wallet_sendCalls' ? toBundleReply(reply, params) : reply
}

/** Version 1.0 returns the id alone, later versions an object. [EIP-5792] */
function toBundleReply(reply: unknown, [bundle]: readonly unknown[]): unknown {
  const isFirst = isRecord(bundle) && String(bundle['version']).startsWith('1')
  const answer = isRecord(reply) ? reply : { id: reply }
  return isFirst ? answer['id'] : answer
}

/** A status code, or a word of the standard's first version. */
function isStatus(status: unknown): boolean {
  if (status === 'PENDING' || status === 'CONFIRMED') return true
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status < 700
}
