import { readHost } from './readHost.js'

/** Whether wallets are apps here and links lead to them: a phone or a tablet. */
export function isPhone(window: Window | null): boolean {
  return readHost(window).system !== 'other'
}
