import { internals, type Modal } from './modal.js'

/** Starts or restarts a span of `ms` milliseconds that has to pass before something may happen again. */
export function startCooldown(modal: Modal, name: string, ms: number): void {
  const { cooldowns } = modal[internals]
  const now = modal.env.now()
  for (const [key, end] of cooldowns) if (end <= now) cooldowns.delete(key)
  cooldowns.set(name, now + ms)
}

export function isCoolingDown(modal: Modal, name: string): boolean {
  return getCooldown(modal, name) > 0
}

/** Milliseconds that are left of it. */
export function getCooldown(modal: Modal, name: string): number {
  return Math.max(0, (modal[internals].cooldowns.get(name) ?? 0) - modal.env.now())
}
