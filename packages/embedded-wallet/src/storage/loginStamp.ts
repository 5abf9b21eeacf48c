import type { Env } from '@latchkey/core'
import { EmailCooldownError } from '@latchkey/core/plugin'
import { frameLimits } from '../frame/frameLimits.js'
import type { FrameMemory } from './frameMemory.js'

/** Throws `EMAIL_COOLDOWN` within 30 seconds of the last mail. [S5.2] [S9.1] */
export function assertCooledDown(memory: FrameMemory, env: Pick<Env, 'now'>): void {
  const left = Number(memory.get('lastLogin') ?? Number.NaN) + frameLimits.cooldown - env.now()
  // a stamp from the future is that of a clock that was wrong
  if (left > 0 && left <= frameLimits.cooldown) throw new EmailCooldownError({ retryAfter: Math.ceil(left / 1_000) })
}

/** Notes that a mail has been asked for. */
export function stampLogin(memory: FrameMemory, env: Pick<Env, 'now'>): void {
  memory.set('lastLogin', String(env.now()))
}
