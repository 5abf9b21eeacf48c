import type { Env, SocialProvider } from '@latchkey/core'
import type { FrameMemory } from '../storage/frameMemory.js'
import { parseSocial } from '../storage/loginKinds.js'
import { socialTimeouts } from './socialOptions.js'

/** A login that the page was left for. */
export type PendingRedirect = {
  readonly provider: SocialProvider
  readonly state: string
  /** Nobody came back in time. */
  readonly isLate: boolean
}

type Clock = Pick<Env, 'now'>

/** Keeps it until the visitor comes back, logs in otherwise or signs out, at most for as long as a login may take. */
export function storePendingRedirect(
  memory: FrameMemory,
  { now }: Clock,
  { provider, state }: Pick<PendingRedirect, 'provider' | 'state'>,
): void {
  memory.set('redirect', `${now()} ${provider} ${state}`)
}

/** What was kept, once. */
export function takePendingRedirect(memory: FrameMemory, clock: Clock): PendingRedirect | undefined {
  const left = read(memory, clock)
  memory.delete('redirect')
  return left
}

/** Forgets one that nobody came back from. */
export function dropExpiredRedirect(memory: FrameMemory, clock: Clock): void {
  if (memory.get('redirect') !== undefined && read(memory, clock)?.isLate !== false) memory.delete('redirect')
}

function read(memory: FrameMemory, { now }: Clock): PendingRedirect | undefined {
  const [, at, name, state] = /^(\d+) (\w+) (.+)$/.exec(memory.get('redirect') ?? '') ?? []
  const provider = parseSocial(name)
  if (!provider || provider === 'farcaster' || !state) return undefined
  // a clock that was moved meanwhile says nothing
  return { provider, state, isLate: Math.abs(now() - Number(at)) >= socialTimeouts.login }
}
