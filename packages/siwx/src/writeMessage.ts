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

/** Seconds that a sign-in holds. */
const week = 604_800

/**
 * What the next message says. Nonce and times come from the server where there is one, so that a wrong clock of the page
 * does no harm. Rejects where the server does not answer.
 */
export async function planMessage(
  { env }: Pick<PluginContext, 'env'>,
  { options, sessions }: { readonly options: SiwxOptions; readonly sessions: Sessions },
  request: SiwxMessageRequest,
): Promise<SiwxMessageFields> {
  const { accountAddress, chainId } = request
  const page = env.window()?.location
  const domain = options.domain ?? page?.host
  const uri = options.uri ?? page?.origin
  if (!domain || !uri)
    throw new SignInRefusedError({ field: 'domain', details: 'There is no page to name it: set `domain` and `uri`.' })

  const address = isUnknownAddress(accountAddress) ? undefined : accountAddress
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

/** Without what is undefined: sessions are stored and sent as JSON. */
function pickGiven(fields: SiwxMessageFields): SiwxMessageFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as unknown as SiwxMessageFields
}

/** In the place of an address that is not known yet: who connects and signs in one step fills it in. */
export const unknownAddress = '<<AccountAddress>>'

/** Addresses that nobody has, to write a text around. */
const placeholderAddresses = {
  eip155: `0x${'0'.repeat(40)}`,
  solana: '1'.repeat(32),
  bip122: `bc1q${'q'.repeat(38)}`,
} as const

/** Whether a message is asked for before it is known for whom; nobody can sign for the zero address either. */
export function isUnknownAddress(address: string): boolean {
  return address === '' || address === unknownAddress || address === placeholderAddresses.eip155
}

/** The message of these fields; of an unknown account, with a mark in the place of its address. */
export function writeMessage(fields: SiwxMessageFields): SiwxMessage {
  const namespace = parseCaipNetworkId(fields.chainId)?.namespace
  if (!isUnknownAddress(fields.accountAddress) || !isSignInNamespace(namespace)) return createMessage(fields)
  const address = placeholderAddresses[namespace]
  const text = createMessage({ ...fields, accountAddress: address }).toString()
  return { ...fields, toString: () => text.replace(`\n${address}\n`, () => `\n${fields.accountAddress}\n`) }
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 24 letters and digits of five random bits each, 120 bits in all. [EIP-4361] */
export function createNonce(env: Pick<Env, 'random'>): string {
  return Array.from(env.random(24), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}
