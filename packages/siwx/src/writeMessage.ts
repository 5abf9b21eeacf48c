import {
  type Env,
  type PluginContext,
  parseCaipNetworkId,
  type SiwxMessage,
  type SiwxMessageFields,
  type SiwxMessageRequest,
} from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { isSignInNamespace } from './message/fields.js'
import { createMessage } from './message/messageText.js'
import { parseTime } from './message/time.js'
import type { SiwxOptions } from './options.js'
import type { Sessions } from './sessions/sessions.js'

/** In seconds. */
const week = 604_800

/**
 * Collects the fields of the next message. With a server, nonce and times come from it, so that a wrong clock on the page does no
 * harm. Rejects if the server doesn't respond.
 */
export async function planMessage(
  { env, getAdapter }: Pick<PluginContext, 'env' | 'getAdapter'>,
  { options, sessions }: { readonly options: SiwxOptions; readonly sessions: Sessions },
  request: SiwxMessageRequest,
): Promise<SiwxMessageFields> {
  const { chainId } = request
  const page = env.window()?.location
  const domain = options.domain ?? page?.host
  const uri = options.uri ?? page?.origin
  if (!domain || !uri)
    throw new SignInRefusedError({
      field: 'domain',
      details: 'There is no page to read it from. Set `domain` and `uri`.',
    })

  const isUnknown = isUnknownAddress(request.accountAddress)
  const namespace = parseCaipNetworkId(chainId)?.namespace
  const format = namespace && !isUnknown ? getAdapter(namespace)?.features['address:format'] : undefined
  const accountAddress = (await format?.({ address: request.accountAddress })) ?? request.accountAddress
  const address = isUnknown ? undefined : accountAddress
  const terms = (await sessions.request?.({ address, chainId, domain, uri })) ?? {
    nonce: createNonce(env),
    issuedAt: new Date(env.now()).toISOString(),
  }
  const issued = parseTime(terms.issuedAt) ?? env.now()
  const expirationTime = terms.expirationTime ?? new Date(issued + (options.expiration ?? week) * 1_000).toISOString()
  return pickGiven({
    domain,
    accountAddress,
    statement: options.statement || undefined,
    uri,
    version: '1',
    chainId,
    nonce: terms.nonce,
    issuedAt: terms.issuedAt,
    expirationTime,
    notBefore: terms.notBefore ?? request.notBefore ?? options.notBefore,
    requestId: terms.requestId,
    resources: options.resources?.length ? options.resources : undefined,
  })
}

/** Removes undefined fields, because sessions are stored and sent as JSON. */
function pickGiven(fields: SiwxMessageFields): SiwxMessageFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as unknown as SiwxMessageFields
}

/** Placeholder for an address that isn't known yet. A wallet that signs while it connects replaces it. */
export const unknownAddress = '<<AccountAddress>>'

/** Valid placeholder addresses, used to write a text before the account is known. */
const placeholderAddresses = {
  eip155: `0x${'0'.repeat(40)}`,
  solana: '1'.repeat(32),
  bip122: `bc1q${'q'.repeat(38)}`,
} as const

/** Whether an address stands for an unknown account. Includes the zero address, which can't sign. */
export function isUnknownAddress(address: string): boolean {
  return address === '' || address === unknownAddress || address === placeholderAddresses.eip155
}

/** Writes the message. For an unknown account, the text contains the placeholder. */
export function writeMessage(fields: SiwxMessageFields): SiwxMessage {
  const namespace = parseCaipNetworkId(fields.chainId)?.namespace
  if (!isUnknownAddress(fields.accountAddress) || !isSignInNamespace(namespace)) return createMessage(fields)
  const address = placeholderAddresses[namespace]
  const text = createMessage({ ...fields, accountAddress: address }).toString()
  return { ...fields, toString: () => text.replace(`\n${address}\n`, () => `\n${fields.accountAddress}\n`) }
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 24 random letters and digits, 120 bits in total. [EIP-4361] */
function createNonce(env: Pick<Env, 'random'>): string {
  return Array.from(env.random(24), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}
