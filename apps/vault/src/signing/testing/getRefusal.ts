import { describeRequest } from '../describeRequest.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { SigningRequest } from '../signingRequest.js'

/** How a request is refused: its code and message; null where it is not. Any other error goes through. */
export function getRefusal(request: SigningRequest): { readonly code: number; readonly message: string } | null {
  try {
    describeRequest(request)
    return null
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error
    return { code: error.code, message: error.message }
  }
}
