import { type Hex, hashMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { assertPlainText, maxMessageSize, readMessage } from '../message/readMessage.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { toMessageSigning } from '../smart/smartAccount.js'
import { parseHex } from './fields.js'
import { toPrivateKey } from './toPrivateKey.js'

/**
 * personal_sign: `[message, account]`, or the other way round as some apps send it. The message is hex, or the text itself. The signature
 * is over its bytes with a prefix that no transaction has [EIP-191]; for the smart account, within Safe's domain. An EOA signs text only.
 */
export function readPersonalSign(given: MethodRequest): Reading {
  const { message, account } = pickMessage(given)
  const request = { ...given, account }
  const { smart, reference } = given
  const raw = toHex(message)
  const bytes = Buffer.from(raw.slice(2), 'hex')
  const params = [raw, account]
  if (account === smart.address) {
    const summary = readMessage(bytes, request)
    const signing = toMessageSigning(hashMessage({ raw }), { account: smart, chainId: Number(reference) })
    return { params, summary, ...signing }
  }
  const summary = readMessage(bytes, request)
  assertPlainText(bytes)
  return {
    params,
    summary,
    sign: async (keys) => privateKeyToAccount(toPrivateKey(keys)).signMessage({ message: { raw } }),
  }
}

function pickMessage({ params, account, smart }: MethodRequest): {
  readonly message: string
  readonly account: string
} {
  if (!Array.isArray(params)) throw new InvalidRequestError('personal_sign takes [message, account]')
  const [first, second] = params as readonly unknown[]
  if (typeof first !== 'string' || typeof second !== 'string')
    throw new InvalidRequestError('personal_sign takes a message and an account')
  for (const own of [account, smart.address]) if (isAccount(second, own)) return { message: first, account: own }
  for (const own of [account, smart.address]) if (isAccount(first, own)) return { message: second, account: own }
  throw new InvalidRequestError('personal_sign was asked of another account')
}

function isAccount(value: string, account: string): boolean {
  return value.toLowerCase() === account.toLowerCase()
}

/** Anything that isn't exactly hex is text. */
function toHex(message: string): Hex {
  if (message.length > 2 * maxMessageSize + 2)
    throw new InvalidRequestError(`A message has at most ${maxMessageSize} bytes`)
  return parseHex(message) ?? `0x${Buffer.from(message, 'utf8').toString('hex')}`
}
