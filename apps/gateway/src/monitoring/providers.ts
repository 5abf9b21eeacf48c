import { z } from 'zod'
import { toGatewayError } from '../errors.js'

export type ProviderKind = 'prices' | 'swaps' | 'onramp'

export type ProviderState = {
  readonly kind: ProviderKind
  /** CAIP-2 for prices and swaps, else the provider's name. */
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly lastSuccessAt: number | null
  readonly lastFailure: { readonly at: number; readonly reason: string } | null
}

const providerState = z.object({
  kind: z.enum(['prices', 'swaps', 'onramp']),
  name: z.string(),
  lastSuccessAt: z.number().nullable(),
  lastFailure: z.object({ at: z.number(), reason: z.string() }).nullable(),
})

/** When prices, swaps and the on-ramp providers last worked and last failed, in this process. */
export type ProviderLog = {
  /** Runs `work` and remembers the outcome. A refusal of invalid or unsupported requests counts as a success. */
  readonly track: <value>(kind: ProviderKind, name: string, work: () => Promise<value>) => Promise<value>
  readonly succeed: (kind: ProviderKind, name: string) => void
  readonly fail: (kind: ProviderKind, name: string, reason: string) => void
  readonly read: () => readonly ProviderState[]
}

/** @param now milliseconds since the epoch */
export function createProviderLog({ now }: { readonly now: () => number }): ProviderLog {
  const states = new Map<string, ProviderState>()
  const change = (kind: ProviderKind, name: string, outcome: Partial<ProviderState>): void => {
    const key = `${kind} ${name}`
    const state = states.get(key) ?? { kind, name, lastSuccessAt: null, lastFailure: null }
    states.set(key, { ...state, ...outcome })
  }
  const succeed: ProviderLog['succeed'] = (kind, name) => change(kind, name, { lastSuccessAt: now() })
  const fail: ProviderLog['fail'] = (kind, name, reason) => change(kind, name, { lastFailure: { at: now(), reason } })
  return {
    succeed,
    fail,
    read: () => [...states.values()],
    async track(kind, name, work) {
      try {
        const value = await work()
        succeed(kind, name)
        return value
      } catch (cause) {
        const { status, code } = toGatewayError(cause)
        if (status >= 500) fail(kind, name, code)
        // 499: the client left before there was an outcome
        else if (status !== 499) succeed(kind, name)
        throw cause
      }
    },
  }
}

/** Merges the states of several processes: the last success, and the last failure. */
export function mergeProviders(all: readonly ProviderState[]): readonly ProviderState[] {
  const merged = new Map<string, ProviderState>()
  for (const one of all) {
    const key = `${one.kind} ${one.name}`
    const known = merged.get(key)
    merged.set(key, known ? mergeTwo(known, one) : one)
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, state]) => state)
}

function mergeTwo(one: ProviderState, other: ProviderState): ProviderState {
  const successes = [one, other].flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
  const failures = [one, other].flatMap(({ lastFailure }) => lastFailure ?? [])
  const [lastFailure = null] = failures.sort((a, b) => b.at - a.at)
  return { ...one, lastSuccessAt: successes.length === 0 ? null : Math.max(...successes), lastFailure }
}

/** Parses the state that a process stored. Empty for the format of another version. */
export function parseProviders(text: string): readonly ProviderState[] {
  try {
    return z.array(providerState).parse(JSON.parse(text))
  } catch {
    return [] // of a newer gateway; it knows better when it is asked
  }
}
