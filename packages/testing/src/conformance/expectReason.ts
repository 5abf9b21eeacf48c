import { describe } from './describe.js'
import { check } from './fail.js'

/** Core aborts with its own faults as reasons and reports them as they are. */
export function expectReason(what: string, thrown: unknown, reason: Error): void {
  check(thrown === reason, `${what} rejected with ${describe(thrown)}, not with the reason of its signal.`)
}
