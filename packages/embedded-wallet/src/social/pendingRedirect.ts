import type { Env, SocialProvider } from '@latchkey/core'
import type { FrameMemory } from '../storage/frameMemory.js'
import { parseSocial } from '../storage/loginKinds.js'
import { socialTimeouts } from './socialOptions.js'

/** A login that has left this page. */
export type PendingRedirect = {
  readonly provider: SocialProvider
  readonly state: string
  /** The user didn't come back in time. */
  readonly isLate: boolean
}

type Clock = Pick<Env, 'now'>

/** Stores it until the user comes back, logs in otherwise or signs out, and at most for the duration of a login. */
export function storePendingRedirect(
  memory: FrameMemory,
  { now }: Clock,
  { provider, state }: Pick<PendingRedirect, 'provider' | 'state'>,
): void {
  memory.set('redirect', `${now()} ${provider} ${state}`)
}

/** Returns the stored login and deletes it. */
export function takePendingRedirect(memory: FrameMemory, clock: Clock): PendingRedirect | undefined {
  const left = read(memory, clock)
  memory.delete('redirect')
  return left
}

/** Deletes a stored login that has expired. */
export function dropExpiredRedirect(memory: FrameMemory, clock: Clock): void {
  if (memory.get('redirect') !== undefined && read(memory, clock)?.isLate !== false) memory.delete('redirect')
}

function read(memory: FrameMemory, { now }: Clock): PendingRedirect | undefined {
  const [, at, name, state] = /^(\d+) ([\w-]+) (.+)$/.exec(memory.get('redirect') ?? '') ?? []
  const provider = parseSocial(name)
  if (!provider || provider === 'farcaster' || !state) return undefined
  // a clock that moved back expires it too
  return { provider, state, isLate: Math.abs(now() - Number(at)) >= socialTimeouts.login }
}
