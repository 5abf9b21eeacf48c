import type { Network, SignatureVerdict, SiwxMessageFields } from '@latchkey/core'
import type { SiwxSetup } from '../resolveOptions.js'
import { SiwxRefusal } from '../SiwxRefusal.js'
import { whileAvailable } from '../whileAvailable.js'

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
