import { InvalidRequestError } from './InvalidRequestError.js'
import type { MethodRequest, SigningRequest } from './signingRequest.js'
import { toSmartAccount } from './smart/toSmartAccount.js'

/** A request with its chain read, for a method of one chain family. Throws InvalidRequestError. */
export function toMethodRequest({ chain, ...request }: SigningRequest, namespace: 'eip155' | 'solana'): MethodRequest {
  const reference = readReference(chain, namespace)
  const account = request.accounts[namespace]
  const smart = toSmartAccount(request.accounts.eip155)
  return { ...request, chain: `${namespace}:${reference}`, reference, account, smart }
}

/** What follows the namespace: a decimal number, or the first 32 characters of a genesis hash. [CAIP-2] */
function readReference(chain: unknown, namespace: 'eip155' | 'solana'): string {
  const pattern = namespace === 'eip155' ? /^eip155:([1-9]\d{0,15})$/ : /^solana:([-_a-zA-Z0-9]{1,32})$/
  const reference = typeof chain === 'string' ? pattern.exec(chain)?.[1] : undefined
  if (reference === undefined || (namespace === 'eip155' && !Number.isSafeInteger(Number(reference))))
    throw new InvalidRequestError(`This method needs a network of ${namespace}`)
  return reference
}
