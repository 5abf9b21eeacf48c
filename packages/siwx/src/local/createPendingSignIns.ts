import { type CaipNetworkId, type Env, parseCaipNetworkId, type SiwxMessageFields } from '@latchkey/core'
import { isSameAddress } from '@latchkey/core/plugin'

/** Maximum number of messages waiting for a signature, and their maximum age in milliseconds. */
const pendingLimits = { count: 50, age: 3_600_000 } as const

type PendingSignIn = {
  readonly fields: SiwxMessageFields
  /** Milliseconds since the epoch. */
  readonly until: number
  /** The account. If the wallet signs while it connects, it is unknown until the first signature. */
  address: string | undefined
  /** Networks that it was used on. More than one only if the account was unknown. */
  readonly used: Set<CaipNetworkId>
}

/** A pending message, claimed while its signature is checked. */
export type Claim = {
  readonly expected: SiwxMessageFields
  /** The check failed, so the same sign-in can be retried. */
  release(): void
  /** The sign-in is invalid, so its nonce can't be used any more. */
  burn(): void
}

export type PendingSignIns = {
  /** Adds a requested message. Without `address`, any account of the namespace may sign it, once per network. */
  add(fields: SiwxMessageFields, address: string | undefined): void
  /** Claims the message with this nonce. Undefined if there is none, or it is claimed already. */
  claim(data: SiwxMessageFields): Claim | undefined
}

/** Messages waiting for a signature. Each can be used for one sign-in. */
export function createPendingSignIns({ now }: Pick<Env, 'now'>): PendingSignIns {
  const waiting = new Map<string, PendingSignIn>()

  const prune = (): void => {
    for (const [nonce, { until }] of waiting)
      if (until <= now() || waiting.size > pendingLimits.count) waiting.delete(nonce)
  }

  return {
    add(fields, address) {
      waiting.set(fields.nonce, { fields, address, until: now() + pendingLimits.age, used: new Set() })
      prune()
    },
    claim({ nonce, chainId, accountAddress }) {
      prune()
      const pending = waiting.get(nonce)
      if (!pending) return undefined
      const isAnyAccount = pending.fields.accountAddress === ''
      const namespace = parseCaipNetworkId(pending.fields.chainId)?.namespace
      const isNetwork = !isAnyAccount || (!!namespace && parseCaipNetworkId(chainId)?.namespace === namespace)
      const isOwner =
        pending.address === undefined || !namespace || isSameAddress(namespace, pending.address, accountAddress)
      const key = isAnyAccount ? chainId : pending.fields.chainId
      if (pending.used.has(key) || (isAnyAccount && !(isNetwork && isOwner))) return undefined
      const before = pending.address
      pending.address ??= accountAddress
      pending.used.add(key)
      return {
        expected: isAnyAccount ? { ...pending.fields, chainId, accountAddress } : pending.fields,
        release() {
          pending.used.delete(key)
          if (pending.used.size === 0) pending.address = before
        },
        burn: () => void waiting.delete(nonce),
      }
    },
  }
}
