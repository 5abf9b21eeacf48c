import { toSystem } from './toSystem.js'

/** Whether wallets are apps here and links lead to them: a phone or a tablet. Not on a server. */
export function isPhone(window: Window | null): boolean {
  return window !== null && toSystem(window.navigator) !== 'other'
}
