import { describeRequest, type RequestDescription } from '../describeRequest.js'
import type { SigningRequest } from '../signingRequest.js'
import { signRequest } from '../signRequest.js'
import { entropy } from './requests.js'

/** Describes a request and signs it by what was described, as custody does. */
export async function signIt(request: SigningRequest): Promise<RequestDescription & { readonly result: unknown }> {
  const described = describeRequest(request)
  const { canonical, digest } = described
  const { method, chain, origin } = request
  const result = await signRequest({ canonical, entropy, expected: { digest, method, chain, origin } })
  return { ...described, result }
}
