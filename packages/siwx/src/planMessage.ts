import type { PluginContext, SiwxMessageFields, SiwxMessageRequest } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { createNonce } from './local/createNonce.js'
import { parseTime } from './message/parseTime.js'
import type { SiwxOptions } from './options.js'
import type { Sessions } from './sessions/sessions.js'
import { isUnknownAddress } from './writeMessage.js'

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
