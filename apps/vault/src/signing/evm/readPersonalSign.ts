import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { longestMessage, readMessage } from '../message/readMessage.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { parseHex } from './parseHex.js'
import { toPrivateKey } from './toPrivateKey.js'

/**
 * personal_sign: `[message, account]`, and the other way round as some ask. The message is hex, or the text itself; the
 * signature is over its bytes with the prefix that no transaction has. [EIP-191]
 */
export function readPersonalSign(request: MethodRequest): Reading {
  const raw = toHex(pickMessage(request))
  return {
    params: [raw, request.account],
    summary: readMessage(Buffer.from(raw.slice(2), 'hex'), request),
    sign: async (keys) => privateKeyToAccount(toPrivateKey(keys)).signMessage({ message: { raw } }),
  }
}

function pickMessage({ params, account }: MethodRequest): string {
  if (!Array.isArray(params)) throw new InvalidRequestError('personal_sign takes [message, account]')
  const [first, second] = params as readonly unknown[]
  if (typeof first !== 'string' || typeof second !== 'string')
    throw new InvalidRequestError('personal_sign takes a message and an account')
  if (isAccount(second, account)) return first
  if (isAccount(first, account)) return second
  throw new InvalidRequestError('personal_sign was asked of another account')
}

function isAccount(value: string, account: string): boolean {
  return value.toLowerCase() === account.toLowerCase()
}

/** What is no hex to the letter is text. */
function toHex(message: string): Hex {
  if (message.length > 2 * longestMessage + 2)
    throw new InvalidRequestError(`A message has at most ${longestMessage} bytes`)
  return parseHex(message) ?? `0x${Buffer.from(message, 'utf8').toString('hex')}`
}
