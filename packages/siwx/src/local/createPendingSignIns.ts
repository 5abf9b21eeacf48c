import { type CaipNetworkId, type Env, parseCaipNetworkId, type SiwxMessageFields } from '@latchkey/core'
import { isSameAddress } from '@latchkey/core/plugin'

/** How many messages may wait for their signature, and for how many milliseconds. */
const pendingLimits = { most: 50, wait: 3_600_000 } as const

type PendingSignIn = {
  readonly fields: SiwxMessageFields
  /** Milliseconds since the epoch. */
  readonly until: number
  /** Whose it is: of a wallet that signs while it connects, known with its first signature. */
  address: string | undefined
  /** Networks that it was used for; more than one only where the account was not known. */
  readonly used: Set<CaipNetworkId>
}

/** A message that was asked for, taken by one who checks its signature. */
export type Claim = {
  readonly expected: SiwxMessageFields
  /** Nobody could say whether it is good: the same may be tried again. */
  release(): void
  /** It is not good: nothing with this nonce is any more. */
  burn(): void
}

export type PendingSignIns = {
  /** Remembers what is asked for. Without `address`, any account of the chain family may answer, on each network once. */
  add(fields: SiwxMessageFields, address: string | undefined): void
  /** Undefined where nothing of this nonce waits, or it is taken. Of several at once, one gets it. */
  claim(data: SiwxMessageFields): Claim | undefined
}

/** Messages that wait to be signed, each good for one sign-in. */
export function createPendingSignIns({ now }: Pick<Env, 'now'>): PendingSignIns {
  const waiting = new Map<string, PendingSignIn>()

  const prune = (): void => {
    for (const [nonce, { until }] of waiting)
      if (until <= now() || waiting.size > pendingLimits.most) waiting.delete(nonce)
  }

  return {
    add(fields, address) {
      waiting.set(fields.nonce, { fields, address, until: now() + pendingLimits.wait, used: new Set() })
      prune()
    },
    claim({ nonce, chainId, accountAddress }) {
      prune()
      const asked = waiting.get(nonce)
      if (!asked) return undefined
      const isAnyAccount = asked.fields.accountAddress === ''
      const namespace = parseCaipNetworkId(asked.fields.chainId)?.namespace
      const isNetwork = !isAnyAccount || (!!namespace && parseCaipNetworkId(chainId)?.namespace === namespace)
      const isOwner =
        asked.address === undefined || !namespace || isSameAddress(namespace, asked.address, accountAddress)
      const key = isAnyAccount ? chainId : asked.fields.chainId
      if (asked.used.has(key) || (isAnyAccount && !(isNetwork && isOwner))) return undefined
      const before = asked.address
      asked.address ??= accountAddress
      asked.used.add(key)
      return {
        expected: isAnyAccount ? { ...asked.fields, chainId, accountAddress } : asked.fields,
        release() {
          asked.used.delete(key)
          if (asked.used.size === 0) asked.address = before
        },
        burn: () => void waiting.delete(nonce),
      }
    },
  }
}
