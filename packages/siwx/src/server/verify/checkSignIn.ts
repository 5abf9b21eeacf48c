import type { Cacao, Network, SignatureVerdict, SiwxMessageFields, SiwxSession } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { checkCacao } from '../../message/checkCacao.js'
import { checkMessage, findDifference } from '../../message/checkMessage.js'
import type { SiwxSetup } from '../resolveOptions.js'
import { SiwxRefusal, whileAvailable } from '../SiwxRefusal.js'
import type { NonceEntry } from '../stores/nonceStore.js'

/**
 * Checks that the text matches the request, and the submitted fields match the text. Returns the text's fields. Fields that the
 * page may choose (account, network, path, statement, resources) are compared with the submitted ones. Throws {@link
 * SiwxRefusal}.
 */
export function checkFields(setup: SiwxSetup, signIn: SiwxSession, entry: NonceEntry): SiwxMessageFields {
  const { data, message, cacao } = signIn
  const allowsRecap = cacao !== undefined
  try {
    assertUri(data.uri, entry.origin)
    const { nonce, issuedAt, expirationTime, requestId, origin } = entry
    const asked = { nonce, issuedAt, expirationTime, requestId, version: '1', domain: new URL(origin).host }
    const expected = { ...data, ...asked, ...(setup.statement !== undefined && { statement: setup.statement }) }
    const mayOmit = cacao ? setup.mayOmit : undefined
    const fields = checkMessage({ message, expected, now: setup.now(), allowsRecap, mayOmit })
    const difference = findDifference(fields, data, { allowsRecap })
    if (difference) throw new SignInRefusedError({ field: difference.field, details: difference.reason })
    checkCacao(signIn)
    return fields
  } catch (cause) {
    if (!(cause instanceof SignInRefusedError)) throw cause
    const { field, shortMessage, details } = cause
    const message = details === undefined ? shortMessage : `${shortMessage} ${details}`
    throw new SiwxRefusal(message, { status: 401, code: 'MESSAGE_REFUSED', field, cause })
  }
}

/** Checks that a URI belongs to the page that requested the nonce. */
function assertUri(uri: string, origin: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url?.origin === origin && url.username === '' && url.password === '') return
  throw new SignInRefusedError({ field: 'uri', details: `It does not belong to ${origin}.` })
}

export type Signed = {
  readonly fields: SiwxMessageFields
  readonly message: string
  readonly signature: string
  /** Set if the wallet wrote the text. */
  readonly cacao?: Cacao | undefined
}

/**
 * Verifies the signature on the message's own network. Throws 401 for an unsupported network, and 503 if a node doesn't respond
 * in time.
 */
export async function checkSignature(setup: SiwxSetup, signed: Signed): Promise<SignatureVerdict> {
  const { fields, message, signature, cacao } = signed
  const network = setup.networks.get(fields.chainId)
  const verify = network && setup.verifiers.get(network.chainNamespace)
  if (!network || !verify) {
    const refusal = { status: 401, code: 'CHAIN_NOT_SUPPORTED', field: 'chainId' } as const
    throw new SiwxRefusal(`Sign-in is not supported on ${fields.chainId}.`, refusal)
  }
  const ask = (signal: AbortSignal): Promise<SignatureVerdict> =>
    verify({
      network,
      address: fields.accountAddress,
      message,
      signature,
      isWalletText: cacao !== undefined,
      signal,
    })
  return whileAvailable(`The network ${toName(network)}`, withTimeout(ask, setup.durations.check))
}

/** Aborts and rejects after a timeout, even if nothing listens to the signal. */
async function withTimeout<value>(ask: (signal: AbortSignal) => Promise<value>, milliseconds: number): Promise<value> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error(`No response within ${milliseconds} ms.`)), milliseconds)
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
