import type { ErrorCode } from '../../errors/codes.js'

/** Faults of a service that has said no, as opposed to one that cannot be reached or makes no sense. */
const refusals: readonly ErrorCode[] = ['ABORTED', 'HTTP_STATUS', 'RATE_LIMITED', 'SERVICE_NOT_CONFIGURED']

/** Whether a fault is one that samples stand in for: a lost network, 5xx, a reply that cannot be read. [S8.56] */
export function isOutage({ code }: { readonly code: ErrorCode }): boolean {
  return !refusals.includes(code)
}
