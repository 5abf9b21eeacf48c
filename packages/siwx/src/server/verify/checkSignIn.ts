import type { Network, SignatureVerdict, SiwxMessageFields, SiwxSession } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { checkCacao } from '../../message/checkCacao.js'
import { checkMessage, findDifference } from '../../message/checkMessage.js'
import type { SiwxSetup } from '../resolveOptions.js'
import { SiwxRefusal, whileAvailable } from '../SiwxRefusal.js'
import type { NonceEntry } from '../stores/nonceStore.js'

/**
 * That the text says what was asked for, and what comes with it says the same; the fields as the text has them. What the page
 * may choose (account, network, path, statement, resources) is compared with its own word for it. Throws {@link SiwxRefusal}.
 */
export function checkFields(setup: SiwxSetup, signIn: SiwxSession, entry: NonceEntry): SiwxMessageFields {
  const { data, message, cacao } = signIn
  const allowsRecap = cacao !== undefined
  try {
    assertUri(data.uri, entry.origin)
    const { nonce, issuedAt, expirationTime, requestId, origin } = entry
    const asked = { nonce, issuedAt, expirationTime, requestId, version: '1', domain: new URL(origin).host }
    const expected = { ...data, ...asked, ...(setup.statement !== undefined && { statement: setup.statement }) }
    const fields = checkMessage({ message, expected, now: setup.now(), allowsRecap })
    const fault = findDifference(fields, data, { allowsRecap })
    if (fault) throw new SignInRefusedError({ field: fault.field, details: fault.reason })
    checkCacao(signIn)
    return fields
  } catch (cause) {
    if (!(cause instanceof SignInRefusedError)) throw cause
    const { field, shortMessage, details } = cause
    const message = details === undefined ? shortMessage : `${shortMessage} ${details}`
    throw new SiwxRefusal(message, { status: 401, code: 'MESSAGE_REFUSED', field, cause })
  }
}

/** That it is of the page that asked, by scheme, host and port. */
function assertUri(uri: string, origin: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url?.origin === origin && url.username === '' && url.password === '') return
  throw new SignInRefusedError({ field: 'uri', details: `It is not of ${origin}.` })
}

export type Signed = {
  readonly fields: SiwxMessageFields
  readonly message: string
  readonly signature: string
}

/**
 * What the verifier of the chain family says, on the message's own network. Throws 401 for a network that is not one of this
 * server, and 503 where a node does not answer in time.
 */
export async function checkSignature(setup: SiwxSetup, signed: Signed): Promise<SignatureVerdict> {
  const { fields, message, signature } = signed
  const network = setup.networks.get(fields.chainId)
  const verify = network && setup.verifiers.get(network.chainNamespace)
  if (!network || !verify) {
    const refusal = { status: 401, code: 'CHAIN_NOT_SUPPORTED', field: 'chainId' } as const
    throw new SiwxRefusal(`Nobody signs in on ${fields.chainId} here.`, refusal)
  }
  const ask = (signal: AbortSignal): Promise<SignatureVerdict> =>
    verify({ network, address: fields.accountAddress, message, signature, signal })
  return whileAvailable(`The network ${toName(network)}`, withDeadline(ask, setup.durations.check))
}

/** Aborts, and rejects then, also where nobody listens to the signal. */
async function withDeadline<value>(ask: (signal: AbortSignal) => Promise<value>, milliseconds: number): Promise<value> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error(`No answer in ${milliseconds} ms.`)), milliseconds)
  const late = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
  })
  try {
    return await Promise.race([ask(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

function toName({ name, caipNetworkId }: Network): string {
  return `${name} (${caipNetworkId})`
}
