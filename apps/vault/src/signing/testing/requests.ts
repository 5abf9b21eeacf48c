import { InvalidRequestError } from '../InvalidRequestError.js'
import { deriveAccounts } from '../keys.js'
import { describeRequest, type RequestDescription } from '../readRequest.js'
import type { SigningRequest } from '../signingRequest.js'
import { signRequest } from '../signRequest.js'

/** Entropy of the test wallet. */
export const entropy: Uint8Array = Uint8Array.from({ length: 16 }, (_, index) => index * 7 + 1)

export const accounts: SigningRequest['accounts'] = deriveAccounts(entropy)

const origin = 'https://app.example'

export const now: number = Date.parse('2026-11-22T09:00:00Z')

export const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

export const otherAddress: string = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** Creates a signing request. Default chain: Ethereum or Solana mainnet, by method. */
export function createRequest(method: string, params: unknown, rest: Partial<SigningRequest> = {}): SigningRequest {
  const chain = method.startsWith('solana_') ? solanaChain : 'eip155:1'
  return { method, params, chain, accounts, origin, now, ...rest }
}

/** Describes a request, and signs the canonical form of the description, like custody does. */
export async function signIt(request: SigningRequest): Promise<RequestDescription & { readonly result: unknown }> {
  const described = describeRequest(request)
  const { canonical, digest } = described
  const { method, chain, origin } = request
  const result = await signRequest({ canonical, entropy, expected: { digest, method, chain, origin } })
  return { ...described, result }
}

/** Returns the code and message of a request's rejection; null if it is accepted. Throws any other error. */
export function getRefusal(request: SigningRequest): { readonly code: number; readonly message: string } | null {
  try {
    describeRequest(request)
    return null
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error
    return { code: error.code, message: error.message }
  }
}

/** Terms of an operation, as a frame fills them in. */
export const terms: Readonly<Record<string, string | boolean>> = {
  nonce: '0x0',
  deploys: true,
  callGasLimit: '0x30d40',
  verificationGasLimit: '0x7a120',
  preVerificationGas: '0xc350',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x3b9aca00',
}

/** The same terms with a paymaster. */
export const sponsoredTerms: Readonly<Record<string, string | boolean>> = {
  ...terms,
  paymaster: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  paymasterVerificationGasLimit: '0x13880',
  paymasterPostOpGasLimit: '0x1',
  paymasterData: '0x1234',
}
